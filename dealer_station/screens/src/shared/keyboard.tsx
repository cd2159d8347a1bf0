// Keys on the glass for kiosks without a keyboard. They write into the chosen field through a
// setter; a real keyboard or badge reader works beside them.
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

export function Keyboard({ value, onChange, startsCapital = false }: KeyboardProps) {
  const [capitals, setCapitals] = useState(startsCapital);
  useEffect(() => setCapitals(startsCapital), [startsCapital]);
  const [signs, setSigns] = useState(false);
  const key = (letter: string) => {
    const shown = capitals ? letter.toUpperCase() : letter;
    return (
      <button
        key={letter}
        type="button"
        class="key"
        data-testid={`key-${letter}`}
        onPointerDown={keepFocus}
        onClick={() => onChange(value + shown)}
      >
        {shown}
      </button>
    );
  };
  const rows = signs ? SIGNS : LETTERS;
  return (
    <div class="keyboard" data-testid="keyboard">
      {rows.slice(0, 3).map((row) => (
        <div key={row} class="keyboard-row">
          {[...row].map(key)}
        </div>
      ))}
      <div class="keyboard-row">
        <button
          type="button"
          class="key key-wide"
          aria-label={text("keyboard.shift")}
          aria-pressed={capitals}
          data-testid="key-shift"
          onPointerDown={keepFocus}
          onClick={() => setCapitals(!capitals)}
        >
          <Icon name="shift" />
        </button>
        {[...(rows[3] ?? "")].map(key)}
        <button
          type="button"
          class="key key-wide"
          aria-label={text("keyboard.delete")}
          data-testid="key-delete"
          onPointerDown={keepFocus}
          onClick={() => onChange(value.slice(0, -1))}
        >
          <Icon name="erase" />
        </button>
      </div>
      <div class="keyboard-row">
        <button
          type="button"
          class="key key-wider"
          data-testid="key-signs"
          onPointerDown={keepFocus}
          onClick={() => setSigns(!signs)}
        >
          {text(signs ? "keyboard.letters" : "keyboard.symbols")}
        </button>
        <button
          type="button"
          class="key key-space"
          aria-label={text("keyboard.space")}
          data-testid="key-space"
          onPointerDown={keepFocus}
          onClick={() => onChange(`${value} `)}
        >
          {text("keyboard.space")}
        </button>
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
