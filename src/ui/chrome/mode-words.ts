import type { Session } from '../../app/state/session.ts'
import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { hasModeOption, isDangerousSetting } from '../pickers/settings-picker.ts'

export interface ModeWord {
  readonly text: SafeText
  readonly isDangerous: boolean
}

/** The modes that a session is in, where they are not the usual ones. */
export function modeWords(session: Session): readonly ModeWord[] {
  const { modes, configOptions } = session
  const words: ModeWord[] = []
  if (modes !== null && !hasModeOption(session))
    words.push(...wordOf(modes.current, modes.available.map(named)))
  for (const option of configOptions)
    if (option.type === 'select' && isModeCategory(option.category))
      words.push(...wordOf(option.value, option.choices.map(valued)))
  return words
}

interface Value {
  readonly id: string
  readonly name: string
}

function named({ id, name }: Value): Value {
  return { id, name }
}

function valued({ value, name }: { readonly value: string; readonly name: string }): Value {
  return { id: value, name }
}

/** `mode`, and the kinds of modes that agents name themselves (`collaboration_mode`). */
function isModeCategory(category: string | null): boolean {
  return category !== null && /(?:^|_)mode$/.test(category)
}

/** What agents call the usual one: codex begins in `agent`, which is its third. */
const usualIds: readonly string[] = ['default', 'agent']

/** The usual one is called so, or comes first. */
function wordOf(current: string, available: readonly Value[]): readonly ModeWord[] {
  const usual = usualIds.find((id) => available.some((each) => each.id === id)) ?? available[0]?.id
  if (current === usual) return []
  const name = available.find(({ id }) => id === current)?.name ?? ''
  const shown = asMode(name.trim() === '' ? current : name)
  return [
    { text: cutToWidth(safeLine(shown.slice(0, 100)), 20), isDangerous: isDangerousSetting(current, shown) },
  ]
}

/** Short names say little without the word. */
function asMode(name: string): string {
  return name.length > 10 || /mode/i.test(name) ? name : `${name} mode`
}
