// The house mark: a table seen from above with the dealer at its straight side.
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg class="mark" viewBox="8 8 48 48" width={size} height={size} aria-hidden="true">
      <circle cx="32" cy="15" r="6.5" fill="#ffb92e" />
      <path
        fill-rule="evenodd"
        fill="#2f8f66"
        d="M8 27h48v3a24 24 0 0 1-48 0zm8 6a16 16 0 0 0 32 0z"
      />
    </svg>
  );
}
