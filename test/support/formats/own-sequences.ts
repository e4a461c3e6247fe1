// Finds escape sequences on the screen that are not ours.

/** The sequences of our own screen: modes (mouse presses, other mouse modes only off), cursor moves, SGR, scrolling, erasing, web links, and titles of our own words. */
const ours =
  /\u001b(?:\[2[23];0t|\]2;(?:acp-plan-tui(?: [·-] [a-z ]*(?:\d+\/\d+)?)?)?\u001b\\|\[\?(?:25|7|1049|2004|2026|2031)[hl]|\]11;\?\u001b\\|\[c|\[\?100[06]h|\[\?100[02346]l|\[[\d;]*[mHfABCDGKJSTLMPX@rdE]|\[<u|\]8;[^;]*;(?:https?:\/\/[^\u0007\u001b]*|mailto:[^\u0007\u001b]*)?(?:\u0007|\u001b\\)|[78M])/g

/**
 * Every control character, bidirectional mark and zero-width space that is left when our own sequences are removed, each
 * with the text that follows it.
 */
export function foreignCharacters(written: string): readonly string[] {
  const text = written.replaceAll(ours, '')
  const found = text.matchAll(
    /(?:[^\n\r\u0020-\u007e\u00a0-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069\u200b]).{0,12}/gu,
  )
  return [...new Set([...found].map(([characters]) => characters))]
}
