import { type PlanLines, type PlanStep, stepsWhere } from './plan-lines.ts'

/** Which steps of a plan the user has selected, by the keys of their lines. */
export interface StepSelection {
  readonly keys: ReadonlySet<number>
  /** The key of the step where the range that is being selected begins; it ends at the cursor. null: none. */
  readonly rangeFrom: number | null
}

export const nothingSelected: StepSelection = { keys: new Set(), rangeFrom: null }

export function isNothingSelected({ keys, rangeFrom }: StepSelection): boolean {
  return keys.size === 0 && rangeFrom === null
}

/** The selected keys, with the range that is being selected. */
export function selectedKeys(
  selection: StepSelection,
  lines: PlanLines,
  cursorKey: number | null,
): ReadonlySet<number> {
  const { keys, rangeFrom } = selection
  if (rangeFrom === null) return keys
  const from = lines.places.get(rangeFrom)
  const to = lines.places.get(cursorKey ?? rangeFrom) ?? from
  if (from === undefined || to === undefined) return keys
  const inRange = stepsWhere(lines, ({ key }) => {
    const at = lines.places.get(key) ?? -1
    return at >= Math.min(from, to) && at <= Math.max(from, to)
  })
  return new Set([...keys, ...inRange.map(({ key }) => key)])
}

/** The selected steps, in the order of the plan. */
export function selectedSteps(
  selection: StepSelection,
  lines: PlanLines,
  cursorKey: number | null,
): readonly PlanStep[] {
  const keys = selectedKeys(selection, lines, cursorKey)
  return keys.size === 0 ? [] : stepsWhere(lines, ({ key }) => keys.has(key))
}

export function withToggled(selection: StepSelection, key: number): StepSelection {
  const keys = new Set(selection.keys)
  if (!keys.delete(key)) keys.add(key)
  return { ...selection, keys }
}

/** A range begins at the cursor; if one has begun, it ends there, and its steps are selected. */
export function withRange(selection: StepSelection, lines: PlanLines, cursorKey: number): StepSelection {
  return selection.rangeFrom === null
    ? { ...selection, rangeFrom: cursorKey }
    : { keys: selectedKeys(selection, lines, cursorKey), rangeFrom: null }
}

/** All steps that are left; nothing if all of them are selected already. */
export function withAllLeft({ keys }: StepSelection, lines: PlanLines): StepSelection {
  const left = stepsWhere(lines, ({ isStep, state }) => isStep && state === 'left')
  return left.every(({ key }) => keys.has(key))
    ? nothingSelected
    : { keys: new Set(left.map(({ key }) => key)), rangeFrom: null }
}

/** The selection without steps that are gone, and how many those are. */
export function withoutGone(
  selection: StepSelection,
  lines: PlanLines,
): { readonly selection: StepSelection; readonly gone: number } {
  const { keys, rangeFrom } = selection
  const kept = [...keys].filter((key) => lines.places.has(key))
  const gone = keys.size - kept.length
  const isRangeKept = rangeFrom === null || lines.places.has(rangeFrom)
  if (gone === 0 && isRangeKept) return { selection, gone }
  return { selection: { keys: new Set(kept), rangeFrom: isRangeKept ? rangeFrom : null }, gone }
}
