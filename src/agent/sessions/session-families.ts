/** More are not kept, nor longer lines followed: no agent has so many, and a hostile one may not make us count them. */
const childrenKept = 2000
const deepestLine = 32

/** Which sessions work for which: a sub-agent's for the one that it reports to. */
export class SessionFamilies {
  readonly #parents = new Map<string, string>()

  worksFor(childId: string, parentId: string): void {
    if (this.#parents.size < childrenKept || this.#parents.has(childId)) this.#parents.set(childId, parentId)
  }

  /** A session, the one that it works for, and so on. Agents may say that two work for each other: it ends there. */
  lineOf(sessionId: string): readonly string[] {
    const line = [sessionId]
    for (let id = this.#parents.get(sessionId); id !== undefined; id = this.#parents.get(id)) {
      if (line.includes(id) || line.length === deepestLine) break
      line.push(id)
    }
    return line
  }

  /** A session and those that work for it. */
  familyOf(sessionId: string): readonly string[] {
    const children = [...this.#parents.keys()]
    return [sessionId, ...children.filter((id) => id !== sessionId && this.lineOf(id).includes(sessionId))]
  }
}
