import { offersNothing, type AgentOffers } from '../../app/state/link.ts'
import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { memoLast, memoWeak } from '../../lib/memo.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { padded, cutToWidth, displayWidth, padStart } from '../../lib/text/width.ts'
import { documentUri, planSteps, planText } from '../../plans/kinds/plan-kinds.ts'
import { isActive } from '../../plans/steps/tracked-entry.ts'
import type { Plan } from '../../plans/plan.ts'
import { glyphs, type Glyphs } from '../paint/glyphs.ts'
import type { Role } from '../paint/theme.ts'
import { listedPlans, type ListedPlan, type PlanStanding } from '../state/listed-plans.ts'
import { nextCoarse } from '../state/timing.ts'
import {
  blankItem,
  onEnter,
  type DetailLine,
  type ItemAction,
  type ItemAt,
  type ItemView,
  type PickerItem,
  type PickerModel,
} from './picker-item.ts'
import type { Look } from '../paint/look.ts'
import { noPlan } from '../../app/words/plan.ts'

/** The plans of all sessions, those that wait for the user first. */
export function plansPicker(state: AppState, openedAtMs: number): PickerModel {
  // A recording has no agent that could load a session, and nothing is sent to that of another program.
  const offers = isOnlyShown(state) ? offersNothing : (state.agent?.offers ?? offersNothing)
  return plansModel(listedPlans(state, openedAtMs), offers)
}

const plansModel = memoLast((plans: readonly ListedPlan[], offers: AgentOffers): PickerModel => {
  const isSame = lastItems.offers === offers
  const items = plans.map((listed, at) => {
    const known = isSame ? lastItems.items[at] : undefined
    return known?.listed === listed ? known : itemOf(listed, offers)
  })
  lastItems = { items, offers }
  return { title: safe`All plans`, items, notes: plans.length === 0 ? noPlans : [] }
})

const noPlans: readonly DetailLine[] = [{ text: noPlan, role: 'dim' }]

/** The items of the last list: looking one up by its place is faster than in a map. */
let lastItems: { readonly items: readonly PlanItem[]; readonly offers: AgentOffers } = {
  items: [],
  offers: offersNothing,
}

/** Cached: a list may have thousands of plans, of which few change from one frame to the next. */
const openItem = memoWeak((listed: ListedPlan): PlanItem => new PlanItem(listed, offersNothing))

/** Only the plan of a closed session depends on what the agent can do. */
function itemOf(listed: ListedPlan, offers: AgentOffers): PlanItem {
  return listed.standing === 'closed' ? new PlanItem(listed, offers) : openItem(listed)
}

/** An item of the list. What the filter searches is made when there is one. */
class PlanItem implements PickerItem {
  readonly id: string
  readonly group: string | null
  readonly listed: ListedPlan
  readonly #offers: AgentOffers
  #search: string | null = null

  constructor(listed: ListedPlan, offers: AgentOffers) {
    this.id = listed.id
    this.group = groupOf(listed.standing)
    this.listed = listed
    this.#offers = offers
  }

  get search(): string {
    this.#search ??= searchOf(this.listed)
    return this.#search
  }

  get actions(): readonly ItemAction[] {
    return actionsOf(this.listed, this.#offers)
  }

  view(at: ItemAt): ItemView {
    return viewOf(this.listed, this.#offers, at)
  }
}

function groupOf(standing: PlanStanding): string | null {
  if (standing === 'removed') return 'Removed'
  return standing === 'closed' ? 'In closed sessions' : null
}

function searchOf(listed: ListedPlan): string {
  const { title, session, standing, plan } = listed
  const step = stepOf(plan).slice(0, 500)
  const facts = safe`${session.name ?? safe``} ${standingWords[standing]} ${kindOf(listed)} ${approvalWords(listed)}`
  const names = `${title.slice(0, 500)} ${plan.name.id?.slice(0, 500) ?? ''}`
  return `${names} ${step} ${facts}`.toLowerCase()
}

/** Enter shows the plan. A closed session is loaded or resumed, if the agent can, and shows its plans then. */
function actionsOf(
  { id, standing, session }: ListedPlan,
  { load, resume }: AgentOffers,
): readonly ItemAction[] {
  const { headId } = session
  if (standing !== 'closed') {
    const next = { kind: 'plan', id, headId, isRemoved: standing === 'removed' } as const
    return [onEnter('show it', next)]
  }
  if (!load && !resume) return []
  const intents = [{ type: 'open-session', sessionId: headId }] as const
  return [onEnter(load ? 'load its session' : 'resume its session', 'close', { intents })]
}

/** How a plan stands, in the words that the filter finds. */
const standingWords: Readonly<Record<PlanStanding, SafeText>> = {
  waiting: safe`waits for your answer`,
  working: safe`working`,
  resting: safe``,
  stopped: safe`unfinished`,
  lost: safe`unfinished, the agent is gone`,
  done: safe`done`,
  removed: safe`removed`,
  closed: safe`session closed`,
}

interface StandingLook {
  readonly sign: Exclude<keyof Glyphs, 'working'> | null
  readonly role: Role
  readonly textRole: Role
}

const standingLooks: Readonly<Record<PlanStanding, StandingLook>> = {
  waiting: { sign: 'waiting', role: 'warning', textRole: 'normal' },
  working: { sign: 'active', role: 'accent', textRole: 'normal' },
  resting: { sign: null, role: 'normal', textRole: 'normal' },
  stopped: { sign: 'unfinished', role: 'warning', textRole: 'normal' },
  lost: { sign: 'removed', role: 'warning', textRole: 'normal' },
  done: { sign: 'completed', role: 'good', textRole: 'normal' },
  removed: { sign: 'removed', role: 'dim', textRole: 'dim' },
  closed: { sign: 'removed', role: 'dim', textRole: 'dim' },
}

/** Raw; '' for none in progress. */
function stepOf({ body }: Plan): string {
  for (const { status, content } of planSteps(body)) if (isActive(status)) return content.slice(0, 2000)
  return ''
}

/** `4/7`, else what the plan is; '' for an empty one. */
function kindOf({ progress, plan: { body } }: ListedPlan): SafeText {
  if (progress !== null) return safe`${progress.done}/${progress.total}`
  return planText(body) !== null || documentUri(body) !== null ? safe`document` : safe``
}

/** Below this width, the session is shown for the selected plan only, and times without words. */
const narrow = 60
/** From this width on, the steps stand below each other. */
const wide = 100

function viewOf(listed: ListedPlan, offers: AgentOffers, at: ItemAt): ItemView {
  const { title, standing, session, plan, changedAtMs } = listed
  const { columns, nowMs, theme } = at
  const signs = glyphs(theme)
  const look = standingLooks[standing]
  const facts = factsOf(listed, at)
  const room = columns - 7 - displayWidth(facts)
  const cut = shownLine(title)
  const name = session.isSubagent ? safe`${signs.child} ${cut}` : cut
  const titleColumns = Math.min(maxTitleColumns, Math.floor(room * 0.45))
  const text = columns < wide ? name : padded(cutToWidth(name, titleColumns), titleColumns)
  const more = moreOf(listed)
  return {
    ...blankItem,
    glyph: look.sign === null ? safe` ` : signs[look.sign],
    glyphRole: look.role,
    text,
    textRole: look.textRole,
    more,
    moreRole: standing === 'waiting' ? 'warning' : 'dim',
    facts,
    detail: detailOf(listed, {
      offers,
      columns,
      theme,
      hasWholeMore: displayWidth(text) + 2 + displayWidth(more) <= room,
    }),
    changesAtMs: plan.isFromPast ? null : nextCoarse(changedAtMs, nowMs),
  }
}

const maxTitleColumns = 40

/** Behind the title: what it waits for, else the step in progress. */
function moreOf({ standing, plan }: ListedPlan): SafeText {
  return standing === 'waiting' || standing === 'lost' ? standingWords[standing] : safeLine(stepOf(plan))
}

/** The session, the progress and the time since the last change, in columns of their own. */
function factsOf(listed: ListedPlan, { columns, nowMs, theme }: ItemAt): SafeText {
  const { session, plan, changedAtMs, isChanged } = listed
  const kind = kindOf(listed)
  const sign = isChanged ? glyphs(theme).differs : safe` `
  const ago = plan.isFromPast ? safe`` : shortTime(nowMs - changedAtMs, 'unit')
  if (columns < narrow)
    return safe`${padStart(kind === 'document' ? safe`doc` : kind, 5)} ${padStart(ago, 4)}`
  const since = ago === '' ? ago : safe`${ago} ago`
  const rest = safe`${padStart(kind, 9)} ${sign}${padStart(since, 9)}`
  if (session.name === null) return rest
  const width = Math.min(24, Math.floor(columns / 6))
  return safe`${padded(cutToWidth(session.name, width), width)}  ${rest}`
}

interface DetailLook extends Look {
  readonly offers: AgentOffers
  /** The text behind the title is not cut. */
  readonly hasWholeMore: boolean
}

/** What the row of a plan has no room for. */
function detailOf(listed: ListedPlan, at: DetailLook): readonly DetailLine[] {
  const { title, standing, session, plan } = listed
  const { offers, columns, theme, hasWholeMore } = at
  const isStuck = standing === 'closed' && !offers.load && !offers.resume
  const facts = [
    isStuck ? safe`its session is closed, and cannot be loaded` : safe``,
    // The sign alone does not say it.
    standing === 'stopped' ? standingWords.stopped : safe``,
    approvalWords(listed),
    columns < narrow ? (session.name ?? safe``) : safe``,
    hasWholeMore ? safe`` : moreOf(listed),
    plan.name.id === null || (plan.name.id === title && !invisible.test(title))
      ? safe``
      : idWords(plan.name.id),
    safeLine(documentUri(plan.body)?.slice(0, 500) ?? ''),
  ].filter((fact) => fact !== '')
  const dot = safe` ${glyphs(theme).dot} `
  return [{ text: facts.join(dot) as SafeText, role: standing === 'waiting' ? 'warning' : 'dim' }]
}

const invisible = /\p{Cf}/u

/** Quotes show an id that is blank; characters that nobody sees are written as their codes. */
function idWords(id: string): SafeText {
  const code = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  const seen = id.slice(0, 500).replaceAll(/\p{Cf}/gu, code)
  return seen.trim() === '' ? safe`id “${safeLine(seen)}”` : safe`id ${shownLine(seen)}`
}

function approvalWords({ isChanged }: ListedPlan): SafeText {
  return isChanged ? safe`changed since it was approved` : safe``
}
