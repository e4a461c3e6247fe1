import { own, type SafeText } from '../../lib/text/safe-text.ts'
import type { Role, Theme } from './theme.ts'

/** The signs of the screen, each one column wide. There is an ASCII set for terminals without Unicode. */
export interface Glyphs {
  readonly completed: SafeText
  readonly active: SafeText
  /** In progress, but the agent does not work on it any more. */
  readonly unfinished: SafeText
  readonly pending: SafeText
  readonly cancelled: SafeText
  readonly unknown: SafeText
  readonly barFull: SafeText
  readonly barEmpty: SafeText
  readonly rule: SafeText
  readonly changed: SafeText
  readonly removed: SafeText
  readonly waiting: SafeText
  /** A tab of a sub-agent. */
  readonly child: SafeText
  readonly prompt: SafeText
  readonly dot: SafeText
  readonly ellipsis: SafeText
  readonly working: readonly SafeText[]
  /** The ends of the track of a recording, and a mark on it. */
  readonly before: SafeText
  readonly after: SafeText
  readonly mark: SafeText
}

const unicode: Glyphs = {
  completed: own`✓`,
  active: own`»`,
  unfinished: own`◐`,
  pending: own`○`,
  cancelled: own`⊘`,
  unknown: own`◇`,
  barFull: own`▰`,
  barEmpty: own`▱`,
  rule: own`─`,
  changed: own`●`,
  removed: own`×`,
  waiting: own`?`,
  child: own`↳`,
  prompt: own`›`,
  dot: own`·`,
  ellipsis: own`…`,
  working: [own`◐`, own`◓`, own`◑`, own`◒`],
  before: own`◂`,
  after: own`▸`,
  mark: own`◆`,
}

const ascii: Glyphs = {
  completed: own`x`,
  active: own`>`,
  unfinished: own`o`,
  pending: own`.`,
  cancelled: own`-`,
  unknown: own`?`,
  barFull: own`#`,
  barEmpty: own`-`,
  rule: own`-`,
  changed: own`*`,
  removed: own`x`,
  waiting: own`?`,
  child: own`\\`,
  prompt: own`>`,
  dot: own`-`,
  ellipsis: own`~`,
  working: [own`|`, own`/`, own`-`, own`\\`],
  before: own`<`,
  after: own`>`,
  mark: own`+`,
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
    case 'cancelled':
      return { glyph: signs.cancelled, role: 'dim', textRole: 'dim', isKnown: false }
    default:
      return { glyph: signs.unknown, role: 'warning', textRole: 'normal', isKnown: false }
  }
}
