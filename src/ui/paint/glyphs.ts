import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { isGivenUp } from '../../plans/steps/tracked-entry.ts'
import type { Role, Theme } from './theme.ts'

/** The signs of the screen, each one column wide. There is an ASCII set for terminals without Unicode. */
export interface Glyphs {
  readonly completed: SafeText
  readonly active: SafeText
  /** In progress, but the agent does not work on it any more. */
  readonly unfinished: SafeText
  readonly pending: SafeText
  readonly cancelled: SafeText
  readonly blocked: SafeText
  readonly unknown: SafeText
  readonly barFull: SafeText
  readonly barEmpty: SafeText
  readonly rule: SafeText
  readonly changed: SafeText
  readonly removed: SafeText
  /** The document of the plan is missing. */
  readonly missing: SafeText
  /** The plan is not the approved one any more. */
  readonly differs: SafeText
  readonly waiting: SafeText
  /** A tab of a sub-agent. */
  readonly child: SafeText
  readonly prompt: SafeText
  readonly dot: SafeText
  /** Before and behind the number of tabs that are hidden at an end. */
  readonly hiddenBefore: SafeText
  readonly hiddenAfter: SafeText
  readonly minus: SafeText
  readonly ellipsis: SafeText
  readonly working: readonly SafeText[]
  /** The ends of the track of a recording, and a mark on it. */
  readonly before: SafeText
  readonly after: SafeText
  readonly mark: SafeText
  /** At the left edge: a row that is new or changed, and one below or above which something is gone. */
  readonly changeBar: SafeText
  readonly goneBelow: SafeText
  readonly goneAbove: SafeText
  /** In a comparison: a line that has moved. */
  readonly moved: SafeText
  /** A step that the user has selected. */
  readonly selected: SafeText
  /** A step that the user has asked for. */
  readonly asked: SafeText
}

const unicode: Glyphs = {
  completed: safe`✓`,
  active: safe`»`,
  unfinished: safe`◐`,
  pending: safe`○`,
  cancelled: safe`⊘`,
  blocked: safe`⊟`,
  unknown: safe`◇`,
  barFull: safe`▰`,
  barEmpty: safe`▱`,
  rule: safe`─`,
  changed: safe`●`,
  removed: safe`×`,
  missing: safe`∅`,
  differs: safe`≠`,
  waiting: safe`?`,
  child: safe`↳`,
  prompt: safe`›`,
  dot: safe`·`,
  hiddenBefore: safe`‹`,
  hiddenAfter: safe`›`,
  minus: safe`−`,
  ellipsis: safe`…`,
  working: [safe`◐`, safe`◓`, safe`◑`, safe`◒`],
  before: safe`◂`,
  after: safe`▸`,
  mark: safe`◆`,
  changeBar: safe`▌`,
  goneBelow: safe`▁`,
  goneAbove: safe`▔`,
  moved: safe`→`,
  selected: safe`◆`,
  asked: safe`→`,
}

/** No sign has two meanings in one view: in the list, a diff, the tab bar or the line of revisions. */
const ascii: Glyphs = {
  completed: safe`x`,
  active: safe`*`,
  unfinished: safe`o`,
  pending: safe`.`,
  cancelled: safe`/`,
  blocked: safe`=`,
  unknown: safe`&`,
  barFull: safe`#`,
  barEmpty: safe`.`,
  rule: safe`-`,
  changed: safe`+`,
  removed: safe`!`,
  missing: safe`=`,
  differs: safe`%`,
  waiting: safe`?`,
  child: safe`\\`,
  prompt: safe`>`,
  dot: safe`-`,
  hiddenBefore: safe`<`,
  hiddenAfter: safe`>`,
  minus: safe`-`,
  ellipsis: safe`~`,
  working: [safe`|`, safe`/`, safe`-`, safe`\\`],
  before: safe`[`,
  after: safe`]`,
  mark: safe`^`,
  changeBar: safe`|`,
  goneBelow: safe`_`,
  goneAbove: safe`^`,
  moved: safe`^`,
  selected: safe`+`,
  asked: safe`@`,
}

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
  const signs = glyphs(theme)
  switch (status) {
    case 'completed':
      return { glyph: signs.completed, role: 'good', textRole: 'dim', isKnown: true }
    case 'in_progress':
      return isAtWork
        ? { glyph: signs.active, role: 'accent', textRole: 'strong', isKnown: true }
        : { glyph: signs.unfinished, role: 'warning', textRole: 'normal', isKnown: false }
    case 'pending':
      return { glyph: signs.pending, role: 'normal', textRole: 'normal', isKnown: true }
    case 'blocked':
      return { glyph: signs.blocked, role: 'warning', textRole: 'normal', isKnown: false }
    default:
      return isGivenUp(status)
        ? { glyph: signs.cancelled, role: 'dim', textRole: 'dim', isKnown: false }
        : { glyph: signs.unknown, role: 'warning', textRole: 'normal', isKnown: false }
  }
}
