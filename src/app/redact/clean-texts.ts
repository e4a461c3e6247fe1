import type { TextPlace } from './finding.ts'

/** Texts that are remembered, and how long they may be: words of the protocol and steps of plans, which come again and again. */
const textsKept = 5000
const longestText = 300

/** Texts in which nothing was found, for as long as nothing new is looked for. */
export class CleanTexts {
  readonly #byPlace: readonly Set<string>[] = Array.from({ length: 8 }, () => new Set<string>())
  #version = 0

  /** `version`: another number as soon as more is looked for. */
  has(text: string, place: TextPlace, version: number): boolean {
    if (version !== this.#version) {
      for (const texts of this.#byPlace) texts.clear()
      this.#version = version
    }
    return text.length <= longestText && this.#at(place).has(text)
  }

  add(text: string, place: TextPlace): void {
    if (text.length > longestText) return
    const texts = this.#at(place)
    if (texts.size >= textsKept) texts.clear()
    texts.add(text)
  }

  #at({ isId, isGrowing, isValue }: TextPlace): Set<string> {
    return this.#byPlace[(isId ? 4 : 0) + (isGrowing ? 2 : 0) + (isValue ? 1 : 0)] ?? new Set()
  }
}
