/**
 * Matches a text of characters that every terminal draws one column wide, and that are user-perceived characters of their own: Latin,
 * Greek and Cyrillic letters, arrows, box drawing and the symbols of our screen; no emoji, ideographs or marks. The width of such
 * a text is its length.
 */
export const singleWidth =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u2319\u2400-\u2426\u2500-\u25fc\u2610\u2611\u2713\u2717]*$/
