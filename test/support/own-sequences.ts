/** What our own screen writes: modes, moves, SGR, scrolling, cleared line ends, links to nowhere but the web, and titles of our own words. */
const ours =
  /\u001b(?:\[2[23];0t|\]2;(?:acp-plan-tui(?: · [a-z ]*(?:\d+\/\d+)?)?)?\u001b\\|\[\?(?:25|7|1049|2004|2026)[hl]|\[[\d;]*[mHfABCDGKJSTLMPX@rdE]|\[<u|\]8;[^;]*;(?:https?:\/\/[^\u0007\u001b]*|mailto:[^\u0007\u001b]*)?(?:\u0007|\u001b\\)|[78M])/g

/** Every control character, and what else acts on the text around it, that is left when what is ours is taken away. */
export function foreignCharacters(written: string): readonly string[] {
  const text = written.replaceAll(ours, '')
  return [
    ...new Set(
      text.match(/[^\n\r\u0020-\u007e\u00a0-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069\u200b]/gu) ?? [],
    ),
  ]
}
