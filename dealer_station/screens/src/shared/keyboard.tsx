// Keys on the glass for kiosks without a keyboard. They write into the chosen field through a
// setter; a real keyboard or badge reader works beside them.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { text } from "./texts/texts.ts";

const LETTERS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm-"];
const SIGNS = ["1234567890", "@#$%&*()_+", "!?/\\:;\"'=", ".,-<>[]~"];

interface KeysProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Keeps the focus (and the caret) in the field that is written to. */
const keepFocus = (event: Event): void => event.preventDefault();

interface KeyboardProps extends KeysProps {
  /** Person ids are written in capitals. */
  readonly startsCapital?: boolean;
}

interface KeyProps {
  readonly id: string;
  readonly kind?: "wide" | "wider" | "space";
  readonly label?: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

function Key({ id, kind, label, pressed, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      class={kind ? `key key-${kind}` : "key"}
      data-testid={`key-${id}`}
      onPointerDown={keepFocus}
      onClick={onPress}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
    >
      {children}
    </button>
  );
}

export function Keyboard({ value, onChange, startsCapital = false }: KeyboardProps) {
  const [capitals, setCapitals] = useState(startsCapital);
  useEffect(() => setCapitals(startsCapital), [startsCapital]);
  const [signs, setSigns] = useState(false);
  const letters = (row: string) =>
    [...row].map((letter) => {
      const shown = capitals ? letter.toUpperCase() : letter;
      return (
        <Key key={letter} id={letter} onPress={() => onChange(value + shown)}>
          {shown}
        </Key>
      );
    });
  const [digits = "", upper = "", middle = "", lower = ""] = signs ? SIGNS : LETTERS;
  const shift = text("keyboard.shift");
  const erase = text("keyboard.delete");
  return (
    <div class="keyboard" data-testid="keyboard">
      <div class="keyboard-row">{letters(digits)}</div>
      <div class="keyboard-row">{letters(upper)}</div>
      <div class="keyboard-row">{letters(middle)}</div>
      <div class="keyboard-row">
        <Key
          id="shift"
          kind="wide"
          label={shift}
          pressed={capitals}
          onPress={() => setCapitals(!capitals)}
        >
          <Icon name="shift" />
        </Key>
        {letters(lower)}
        <Key id="delete" kind="wide" label={erase} onPress={() => onChange(value.slice(0, -1))}>
          <Icon name="erase" />
        </Key>
      </div>
      <div class="keyboard-row">
        <Key id="signs" kind="wider" onPress={() => setSigns(!signs)}>
          {text(signs ? "keyboard.letters" : "keyboard.symbols")}
        </Key>
        <Key id="space" kind="space" onPress={() => onChange(`${value} `)}>
          {text("keyboard.space")}
        </Key>
      </div>
    </div>
  );
}

/** Digits, and a decimal point where an amount is asked for. */
export function NumberPad({ value, onChange, point }: KeysProps & { readonly point: boolean }) {
  const press = (digit: string): void => {
    const next = value + digit;
    if (/^\d{0,9}(\.\d{0,2})?$/.test(next)) onChange(next);
  };
  const key = (digit: string) => (
    <button
      key={digit}
      type="button"
      class="key"
      data-testid={`pad-${digit}`}
      onClick={() => press(digit)}
    >
      {digit === "." ? text("number.point") : digit}
    </button>
  );
  return (
    <div class="number-pad" data-testid="number-pad">
      {[..."789456123"].map(key)}
      {point ? key(".") : <span />}
      {key("0")}
      <button
        type="button"
        class="key"
        aria-label={text("keyboard.delete")}
        data-testid="pad-delete"
        onClick={() => onChange(value.slice(0, -1))}
      >
        <Icon name="erase" />
      </button>
    </div>
  );
}
