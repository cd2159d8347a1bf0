// Person id and password with keys on the glass: for signing in, and for a second person's signature.
import { useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "../shared/icons.tsx";
import { Keyboard } from "../shared/keyboard.tsx";
import { refusalText, text } from "../shared/texts/texts.ts";
import type { Problem } from "../shared/view.ts";

interface Props {
  readonly submitLabel: string;
  readonly submitIcon: IconName;
  readonly onSubmit: (person: string, password: string) => Promise<Problem | null>;
}

type Field = "person" | "password";

const secret = (isShown: boolean) =>
  isShown ? ({ type: "text" } as const) : ({ type: "password" } as const);

export function Credentials({ submitLabel, submitIcon, onSubmit }: Props) {
  const [person, setPerson] = useState("");
  const [password, setPassword] = useState("");
  const [field, setField] = useState<Field>("person");
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (!password) {
      passwordField.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    const wrong = await onSubmit(person.trim(), password);
    setBusy(false);
    if (!wrong) return;
    setProblem(wrong);
    setPassword("");
    passwordField.current?.focus();
  };

  return (
    <form class="credentials" onSubmit={(event) => void submit(event)}>
      <div class="credentials-fields">
        <label class="field" data-active={field === "person"}>
          <span>{text("signin.person")}</span>
          <input
            name="person"
            data-testid="person-id"
            value={person}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            inputMode="none"
            autofocus
            onFocus={() => setField("person")}
            onInput={(event) => setPerson(event.currentTarget.value)}
          />
        </label>
        <label class="field" data-active={field === "password"}>
          <span>{text("signin.password")}</span>
          <input
            ref={passwordField}
            name="password"
            data-testid="password"
            {...secret(isShown)}
            value={password}
            autocomplete="off"
            spellcheck={false}
            inputMode="none"
            onFocus={() => setField("password")}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          <button
            type="button"
            class="field-show"
            aria-pressed={isShown}
            data-testid="show-password"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            <Icon name="eye" size={20} />
            {text(isShown ? "signin.hide" : "signin.show")}
          </button>
        </label>
        <p
          class="credentials-problem"
          role="alert"
          data-testid="credentials-problem"
          hidden={!problem}
        >
          <Icon name="warning" size={22} />
          <span>{problem && refusalText(problem.code, problem.facts, problem.detail)}</span>
        </p>
        <button
          type="submit"
          class="button-primary"
          data-testid="submit-credentials"
          disabled={isBusy || !person.trim()}
        >
          <Icon name={submitIcon} size={28} />
          {isBusy ? text("signin.checking") : submitLabel}
        </button>
      </div>
      <Keyboard
        value={field === "person" ? person : password}
        startsCapital={field === "person"}
        onChange={field === "person" ? setPerson : setPassword}
      />
    </form>
  );
}
