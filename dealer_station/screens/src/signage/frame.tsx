// The gold line around the sign, with its stepped corners.
export function Frame() {
  return (
    <div class="frame" aria-hidden="true">
      {["tl", "tr", "bl", "br"].map((corner) => (
        <svg
          key={corner}
          class={`corner corner-${corner}`}
          viewBox="0 0 120 120"
          aria-hidden="true"
        >
          <path d="M2 118V40h38V2h78M14 118V52h38V14h66M26 118V64h38V26h54" />
        </svg>
      ))}
    </div>
  );
}
