// Before anything is on the glass: the name of the house's station, and signing in.
import { LanguageButton } from "./bar.tsx";
import { Credentials } from "./credentials.tsx";
import { Icon } from "./icons.tsx";
import { Mark } from "./mark.tsx";
import { text } from "./texts/texts.ts";
import type { Problem } from "./view.ts";

export function Masthead({ welcome }: { welcome: string }) {
  return (
    <header class="masthead">
      <Mark size={64} />
      <div>
        <h1>{text("product.name")}</h1>
        <p>{welcome}</p>
      </div>
      <LanguageButton />
    </header>
  );
}

/** All is hidden, but the station has not ended the session yet. */
export function NotSignedOut() {
  return (
    <div class="waiting" role="alert" data-testid="not-signed-out">
      <Icon name="hourglass" size={44} />
      <strong>{text("signout.owed")}</strong>
      <p>{text("signout.keep_open")}</p>
    </div>
  );
}

interface Props {
  readonly welcome: string;
  /** Why the last sign-in is over; empty where there was none. */
  readonly ended: string;
  readonly keys: boolean;
  readonly onSignIn: (person: string, password: string) => Promise<Problem | null>;
}

export function SignIn({ welcome, ended, keys, onSignIn }: Props) {
  return (
    <div class="entrance" data-testid="sign-in">
      <Masthead welcome={welcome} />
      <section class="entrance-card">
        <h2>{text("signin.title")}</h2>
        <p class={ended ? "entrance-ended" : ""}>{ended || text("signin.hint")}</p>
        <Credentials
          submitLabel={text("signin.submit")}
          submitIcon="right"
          keys={keys}
          onSubmit={onSignIn}
        />
      </section>
    </div>
  );
}
