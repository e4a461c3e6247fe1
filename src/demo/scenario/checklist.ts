import type { DemoEntry, DemoStep, EntryChange, KeyedEntry, PlanRef } from './scenario.ts'

/** An immutable checklist. A change gives a new one, so that different branches of a scenario can start from the same. */
export interface Checklist {
  /** The step that sends the whole plan. */
  readonly step: DemoStep
  /** Throws where no entry has that key: the scenario is wrong then. */
  change(changes: Readonly<Record<string, EntryChange>>): Checklist
  /** At the end, or before the entry with the key `before`. */
  add(entry: KeyedEntry, before?: string): Checklist
  drop(key: string): Checklist
}

export function checklist(plan: PlanRef, entries: readonly KeyedEntry[]): Checklist {
  const indexOf = (key: string): number => {
    const index = entries.findIndex((entry) => entry.key === key)
    if (index < 0) throw new Error(`no entry has the key ${key}`)
    return index
  }
  return {
    step: { type: 'plan', plan, body: { type: 'items', entries: entries.map(toEntry) } },
    change(changes) {
      const next = [...entries]
      for (const [key, change] of Object.entries(changes)) {
        const index = indexOf(key)
        const entry = next[index]
        if (entry) next[index] = { ...entry, ...(typeof change === 'string' ? { status: change } : change) }
      }
      return checklist(plan, next)
    },
    add: (entry, before) =>
      checklist(plan, entries.toSpliced(before === undefined ? entries.length : indexOf(before), 0, entry)),
    drop: (key) => checklist(plan, entries.toSpliced(indexOf(key), 1)),
  }
}

function toEntry(entry: KeyedEntry): DemoEntry {
  return { content: entry.content, status: entry.status ?? 'pending', priority: entry.priority ?? 'medium' }
}
