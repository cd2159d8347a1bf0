// The second sign-in: a supervisor or manager signs on this glass for one order.
import { Credentials } from "./credentials.tsx";
import { Icon } from "./icons.tsx";
import { Sheet } from "./sheet.tsx";
import type { Signing } from "./signatures.ts";
import { roleName, text } from "./texts/texts.ts";
import type { Problem } from "./view.ts";

interface Props {
  readonly signing: Signing;
  /** Whether keys are drawn on the glass. */
  readonly keys: boolean;
  readonly onSign: (person: string, password: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

export function Approval({ signing, keys, onSign, onClose }: Props) {
  const hint = signing.role
    ? text("approval.hint", { role: roleName(signing.role) })
    : text("approval.hint_any");
  return (
    <Sheet title={text("approval.title")} size="wide" testid="approval" onClose={onClose}>
      <p class="approval-what" data-testid="approval-what">
        <Icon name="lock" size={28} />
        <strong>{signing.title}</strong>
      </p>
      <p class="approval-hint">{hint}</p>
      <Credentials
        submitLabel={text("approval.submit")}
        submitIcon="check"
        keys={keys}
        onSubmit={onSign}
      />
    </Sheet>
  );
}
