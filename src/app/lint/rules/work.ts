import type { PlanBody } from '../../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../../plans/plan.ts'
import type { AppState } from '../../state/app-state.ts'
import { doubtNames, type DoubtName } from '../../state/doubt-rules.ts'
import type { Session } from '../../state/session.ts'
import { outsidePlan } from '../../state/step-work.ts'
import { planLabel } from '../../words/plan.ts'
import { doubtWords } from '../../words/work.ts'
import { doubtsOf, listedDoubts, staleDoubt, type Doubt } from '../../work/doubts.ts'
import type { MessagePosition } from '../finding.ts'
import { quoted, type LintMoment, type LintRule, type Report, type RuleCheck, pages } from '../lint-rule.ts'
import { changedSteps, planRemoved, planReplaced } from '../plan-change.ts'

type DoubtTexts = Pick<LintRule, 'title' | 'mend'>

const texts: Readonly<Record<DoubtName, DoubtTexts>> = {
  'nothing-seen': {
    title: 'a step is completed, and nothing was seen of its work',
    mend: 'Send in_progress before the calls of a step, and completed after them.',
  },
  'never-begun': {
    title: 'a step is completed that was never in progress',
    mend: 'Send an update when a step begins, and one when it is completed.',
  },
  'after-failure': {
    title: 'a step is completed, and the last that it did had failed',
    mend: 'Complete a step when its work has succeeded; add a step for what is left to repair.',
  },
  stale: {
    title: 'the agent works on, and the plan stands still',
    mend: 'Send an update whenever a step begins or ends.',
  },
  'left-open': {
    title: 'a turn ends with open steps',
    mend: {
      1: 'Complete the steps that are done before the turn ends, and say why others are left.',
      2: 'Complete the steps that are done before the turn ends, and cancel those that will not be.',
    },
  },
  dropped: {
    title: 'open steps are not listed any more',
    mend: {
      1: 'Keep all steps in the list until they are done, and say why one is given up.',
      2: 'Keep steps that will not be done in the list, as cancelled.',
    },
  },
  outside: {
    title: 'files are changed while no step is in progress',
    mend: 'Begin the step that the change belongs to first.',
  },
}

/** What there is to doubt of what was done, with the rules of `work/doubts.ts`. */
export const workRules: readonly LintRule[] = doubtNames.map((id) => ({
  id,
  severity: 'note',
  ...texts[id],
  says: 'The agent reports its progress with updates: pending, in_progress while it works on a step, then completed.',
  page: pages.plan,
  effect: 'Whoever reads the plan may take it for what was done.',
  check: () => new DoubtCheck(id),
}))

const maxPlaces = 20_000

/**
 * Looks for one kind of doubt when a plan is given up, at the next prompt and at the end: until then late updates of calls may settle it.
 * A finding stands where the step was completed, or where the doubt came up.
 */
class DoubtCheck implements RuleCheck {
  readonly #name: DoubtName
  readonly #places = new Map<string, MessagePosition>()
  /** What was found, and where; null: it is not known. */
  readonly #told = new Map<string, MessagePosition | null>()

  constructor(name: DoubtName) {
    this.#name = name
  }

  readonly event = (moment: LintMoment, report: Report): void => {
    const { event, before, after, place } = moment
    if (event.type === 'prompt-sent') this.#look(before, before.sessions.get(event.sessionId), report)
    if (!('sessionId' in event) || event.sessionId === null) return
    const [was, now] = [before.sessions.get(event.sessionId), after.sessions.get(event.sessionId)]
    if (was === undefined || now === undefined || was === now) return
    const change = planReplaced(moment) ?? planRemoved(moment)
    if (change?.before !== undefined) {
      const { before: old, after: plan } = change
      if (
        plan === undefined ||
        isRemoved(old, plan) ||
        (ofSteps.has(this.#name) && losesSteps(old.body, plan.body))
      )
        this.#lookAt(before, was, old, report)
      if (plan !== undefined && ofSteps.has(this.#name))
        for (const key of newlyEnded(old.body, plan.body)) this.#note(keyOf(now, plan, key), place)
    }
    if (was.work === now.work && was.turn === now.turn) return
    if (this.#name === 'stale') this.#lookForStale(after, now, event.atMs, report)
    else if (hasChanged(this.#name, was, now)) this.#note(keyOf(now), place)
  }

  readonly end = (state: AppState, report: Report): void => {
    for (const session of state.sessions.values()) this.#look(state, session, report)
  }

  #look(state: AppState, session: Session | undefined, report: Report): void {
    if (session !== undefined)
      for (const plan of session.plans.values()) this.#lookAt(state, session, plan, report)
  }

  #lookAt(state: AppState, session: Session, plan: Plan, report: Report): void {
    for (const { doubt, step } of listedDoubts(plan, doubtsOf(state, session, plan, plan.changedAtMs))) {
      if (doubt.type !== this.#name) continue
      if (step !== null) {
        this.#tell(doubt, { at: keyOf(session, plan, step.key), of: `${quoted(step.content)}: `, report })
      } else if (doubt.type !== 'stale') {
        const told = `${keyOf(session, plan)}\n${doubt.type === 'left-open' ? doubtWords(doubt) : ''}`
        const of = `${quoted(planLabel(state, session.id, plan))}: `
        this.#tell(doubt, { at: keyOf(session), told, of, report })
      }
    }
  }

  /** It is told when it comes up, once for each state of the plan: it goes with the next one. */
  #lookForStale(state: AppState, session: Session, nowMs: number, report: Report): void {
    for (const plan of session.plans.values()) {
      const stale = staleDoubt(state, session, plan, nowMs)
      if (stale === null) continue
      const at = `${keyOf(session, plan)}\n${plan.revision}`
      this.#tell(stale, { at, of: `${quoted(planLabel(state, session.id, plan))}: `, report })
    }
  }

  /** `at`: whose place was noted; `told`: what is told once, and then only replaced. */
  #tell(
    doubt: Doubt,
    { at, told = at, of, report }: { at: string; told?: string; of: string; report: Report },
  ): void {
    const before = this.#told.get(told)
    const place = before === undefined ? this.#places.get(at) : before
    if (place === null) return
    if (this.#told.size < maxPlaces) this.#told.set(told, place ?? null)
    // More steps or files are the same finding.
    const more = before === undefined ? {} : { isMore: true as const }
    report({
      path: null,
      seen: `${of}${doubtWords(doubt)}`,
      ...(place === undefined ? {} : { place }),
      ...more,
    })
  }

  #note(key: string, place: MessagePosition): void {
    if (this.#places.has(key) || this.#places.size < maxPlaces) this.#places.set(key, place)
  }
}

function keyOf({ id }: Session, plan?: Plan, step?: number): string {
  return `${id}\n${plan?.key ?? ''}\n${step ?? ''}`
}

const ofSteps: ReadonlySet<DoubtName> = new Set(['nothing-seen', 'never-begun', 'after-failure'])

function isRemoved(before: Plan, after: Plan): boolean {
  return after.removedAtMs !== before.removedAtMs
}

/** Whether steps are not listed any more. */
function losesSteps(old: PlanBody, now: PlanBody): boolean {
  const { before, after } = changedSteps(old, now)
  const kept = new Set(after.map(({ key }) => key))
  return before.some(({ key }) => !kept.has(key))
}

/** The keys of the steps that have another end than before. */
function newlyEnded(old: PlanBody, now: PlanBody): readonly number[] {
  const { before, after } = changedSteps(old, now)
  const known = new Map(before.map(({ key, times }) => [key, times.endedAtMs]))
  return after.flatMap(({ key, times }) =>
    times.endedAtMs !== null && known.get(key) !== times.endedAtMs ? [key] : [],
  )
}

/** What the doubts about a whole plan come from. */
function hasChanged(name: DoubtName, was: Session, now: Session): boolean {
  switch (name) {
    case 'left-open':
      return was.turn !== now.turn && now.turn.state === 'ended'
    case 'dropped':
      return was.work.gone !== now.work.gone
    case 'outside':
      return was.work.steps.get(outsidePlan) !== now.work.steps.get(outsidePlan)
    default:
      return false
  }
}
