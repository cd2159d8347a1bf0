// The second sign-in: a supervisor or manager signs on the dealer's glass for one order.
import { Icon } from "../shared/icons.tsx";
import { text } from "../shared/texts/texts.ts";
import { Credentials } from "./credentials.tsx";
import type { DealerScreen, Signing } from "./screen.ts";
import { Sheet } from "./sheet.tsx";
import { roleName } from "./state.ts";

export function Approval({ screen, signing }: { screen: DealerScreen; signing: Signing }) {
  const hint = signing.role
    ? text("approval.hint", { role: roleName(signing.role) })
    : text("approval.hint_any");
  return (
    <Sheet
      title={text("approval.title")}
      size="wide"
      testid="approval"
      onClose={() => {
        screen.dialog.value = null;
      }}
    >
      <p class="approval-what" data-testid="approval-what">
        <Icon name="lock" size={28} />
        <strong>{signing.title}</strong>
      </p>
      <p class="approval-hint">{hint}</p>
      <Credentials
        submitLabel={text("approval.submit")}
        submitIcon="check"
        onSubmit={(person, password) => screen.approve(signing, person, password)}
      />
    </Sheet>
  );
}
