import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { isGivenUp } from '../../plans/steps/tracked-entry.ts'
import type { Role, Theme } from './theme.ts'

/** The signs of the screen, each one column wide, and those without Unicode. No sign has two meanings in one view. */
const signs = {
  completed: [safe`✓`, safe`x`],
  active: [safe`»`, safe`*`],
  /** In progress, but the agent does not work on it any more. */
  unfinished: [safe`◐`, safe`o`],
  pending: [safe`○`, safe`.`],
  cancelled: [safe`⊘`, safe`/`],
  blocked: [safe`⊟`, safe`=`],
  unknown: [safe`◇`, safe`&`],
  barFull: [safe`▰`, safe`#`],
  barEmpty: [safe`▱`, safe`.`],
  rule: [safe`─`, safe`-`],
  /** Between the plan and the second pane. */
  upright: [safe`│`, safe`|`],
  changed: [safe`●`, safe`+`],
  removed: [safe`×`, safe`!`],
  /** The document of the plan is missing. */
  missing: [safe`∅`, safe`=`],
  /** The plan is not the approved one any more. */
  differs: [safe`≠`, safe`%`],
  waiting: [safe`?`, safe`?`],
  /** A tab of a sub-agent. */
  child: [safe`↳`, safe`\\`],
  prompt: [safe`›`, safe`>`],
  dot: [safe`·`, safe`-`],
  /** Before and behind the number of tabs that are hidden at an end. */
  hiddenBefore: [safe`‹`, safe`<`],
  hiddenAfter: [safe`›`, safe`>`],
  minus: [safe`−`, safe`-`],
  ellipsis: [safe`…`, safe`~`],
  /** The ends of the track of a recording, and a mark on it. */
  before: [safe`◂`, safe`[`],
  after: [safe`▸`, safe`]`],
  mark: [safe`◆`, safe`^`],
  /** At the left edge: a row that is new or changed, and one below or above which something is gone. */
  changeBar: [safe`▌`, safe`|`],
  goneBelow: [safe`▁`, safe`_`],
  goneAbove: [safe`▔`, safe`^`],
  /** On the bar of a timeline: a call began. */
  call: [safe`▄`, safe`+`],
  /** In a comparison: a line that has moved. */
  moved: [safe`→`, safe`^`],
  /** A step that the user has selected. */
  selected: [safe`◆`, safe`+`],
  /** A step that the user has asked for. */
  asked: [safe`→`, safe`@`],
  /** What turns while the agent works. */
  working: [
    [safe`◐`, safe`◓`, safe`◑`, safe`◒`],
    [safe`|`, safe`/`, safe`-`, safe`\\`],
  ],
} as const

/** The signs of one kind of terminal. */
export type Glyphs = { readonly [Sign in keyof typeof signs]: (typeof signs)[Sign][0 | 1] }

function signsIn(form: 0 | 1): Glyphs {
  return Object.fromEntries(Object.entries(signs).map(([name, forms]) => [name, forms[form]])) as Glyphs
}

const unicode = signsIn(0)
const ascii = signsIn(1)

export function glyphs(theme: Theme): Glyphs {
  return theme.ascii ? ascii : unicode
}

/**
 * The look of an entry's status. `isKnown`: the sign alone is clear, without the status in words. `isAtWork` is false for a step
 * that was in progress when the turn ended.
 */
export function statusLook(
  theme: Theme,
  status: string,
  isAtWork: boolean,
): { readonly glyph: SafeText; readonly role: Role; readonly textRole: Role; readonly isKnown: boolean } {
  const own = glyphs(theme)
  switch (status) {
    case 'completed':
      return { glyph: own.completed, role: 'good', textRole: 'dim', isKnown: true }
    case 'in_progress':
      return isAtWork
        ? { glyph: own.active, role: 'accent', textRole: 'strong', isKnown: true }
        : { glyph: own.unfinished, role: 'warning', textRole: 'normal', isKnown: false }
    case 'pending':
      return { glyph: own.pending, role: 'normal', textRole: 'normal', isKnown: true }
    case 'blocked':
      return { glyph: own.blocked, role: 'warning', textRole: 'normal', isKnown: false }
    default:
      return isGivenUp(status)
        ? { glyph: own.cancelled, role: 'dim', textRole: 'dim', isKnown: false }
        : { glyph: own.unknown, role: 'warning', textRole: 'normal', isKnown: false }
  }
}
