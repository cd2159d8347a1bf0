// Person id and password with or without keys on the glass: for signing in, and for a second person's signature.
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";
import { Keyboard } from "./keyboard.tsx";
import { refusalText, text } from "./texts/texts.ts";
import type { Problem } from "./view.ts";

interface Props {
  readonly submitLabel: string;
  readonly submitIcon: IconName;
  /** Whether keys are drawn on the glass; else the machine's own are used. */
  readonly keys: boolean;
  readonly onSubmit: (person: string, password: string) => Promise<Problem | null>;
}

type Field = "person" | "password";

interface InputProps {
  readonly value: string;
  readonly isActive: boolean;
  readonly keys: boolean;
  readonly onFocus: () => void;
  readonly onInput: (value: string) => void;
}

const ownKeys = (keys: boolean) => (keys ? ({ inputMode: "none" } as const) : {});

function PersonField({ value, isActive, keys, onFocus, onInput }: InputProps) {
  return (
    <label class="field" data-active={isActive}>
      <span>{text("signin.person")}</span>
      <input
        name="person"
        data-testid="person-id"
        value={value}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        {...ownKeys(keys)}
        autofocus
        onFocus={onFocus}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

const secret = (isShown: boolean) =>
  isShown ? ({ type: "text" } as const) : ({ type: "password" } as const);

interface PasswordProps extends InputProps {
  readonly field: RefObject<HTMLInputElement | null>;
}

function PasswordField({ value, isActive, keys, onFocus, onInput, field }: PasswordProps) {
  const [isShown, setShown] = useState(false);
  return (
    <label class="field" data-active={isActive}>
      <span>{text("signin.password")}</span>
      <input
        ref={field}
        name="password"
        data-testid="password"
        {...secret(isShown)}
        value={value}
        autocomplete="off"
        spellcheck={false}
        {...ownKeys(keys)}
        onFocus={onFocus}
        onInput={(event) => onInput(event.currentTarget.value)}
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
  );
}

function ProblemLine({ problem }: { problem: Problem | null }) {
  return (
    <p
      class="credentials-problem"
      role="alert"
      data-testid="credentials-problem"
      data-code={problem?.code ?? ""}
      hidden={!problem}
    >
      <Icon name="warning" size={22} />
      <span>{problem && refusalText(problem.code, problem.facts, problem.detail)}</span>
    </p>
  );
}

export function Credentials({ submitLabel, submitIcon, keys, onSubmit }: Props) {
  const [person, setPerson] = useState("");
  const [password, setPassword] = useState("");
  const [field, setField] = useState<Field>("person");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (password) {
      setBusy(true);
      setProblem(null);
      const wrong = await onSubmit(person.trim(), password);
      setBusy(false);
      if (!wrong) return;
      setProblem(wrong);
      setPassword("");
    }
    passwordField.current?.focus();
  };

  return (
    <form class="credentials" onSubmit={(event) => void submit(event)}>
      <div class="credentials-fields">
        <PersonField
          value={person}
          isActive={field === "person"}
          keys={keys}
          onFocus={() => setField("person")}
          onInput={setPerson}
        />
        <PasswordField
          field={passwordField}
          value={password}
          isActive={field === "password"}
          keys={keys}
          onFocus={() => setField("password")}
          onInput={setPassword}
        />
        <ProblemLine problem={problem} />
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
      {keys && (
        <Keyboard
          value={field === "person" ? person : password}
          startsCapital={field === "person"}
          onChange={field === "person" ? setPerson : setPassword}
        />
      )}
    </form>
  );
}
