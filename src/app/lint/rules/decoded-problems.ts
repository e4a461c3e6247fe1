import { strayOutputOf } from '../../../protocol/wire/stray-output.ts'
import type { ProblemCode, WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { MessagePosition, Severity } from '../finding.ts'
import { strayOutput, strayOutputRemedy, strayWords } from '../../words/problem.ts'
import { quoted, type Found, type LintMoment, type LintRule, pages } from '../lint-rule.ts'

type Described = Pick<LintRule, 'severity' | 'title' | 'says' | 'page' | 'mend' | 'effect'> & {
  /** Of problems after which nothing is missing on the screen; absent: the same, but no error. */
  readonly notedAs?: Severity
  /** It shows only when the other side answers: the finding is about the request. */
  readonly isOfRequest?: true
}

/** What the decoders find and the schema has not: a rule for each kind of defect. Most are of the schema, too. */
const described = {
  'stdout-junk': {
    severity: 'error',
    notedAs: 'error',
    title: 'something else than messages on stdout',
    says: 'The agent MUST NOT write anything to its stdout that is not a valid ACP message; messages are delimited by newlines.',
    page: pages.transports,
    mend: 'Write logs to stderr, and one message a line to stdout.',
    effect: 'The lines are left out.',
  },
  'not-utf8': {
    severity: 'error',
    notedAs: 'error',
    title: 'bytes that are not UTF-8',
    says: 'JSON-RPC messages MUST be UTF-8 encoded.',
    page: pages.transports,
    mend: 'Encode what is written as UTF-8, and do not cut inside a character.',
    effect: 'The characters are shown as \ufffd.',
  },
  'binary-frame': {
    severity: 'warning',
    title: 'a binary frame',
    says: 'Messages are sent in text frames.',
    page: pages.webTransport,
    mend: 'Send each message as a text frame.',
    effect: 'It is left out if it is no message.',
  },
  batch: {
    severity: 'warning',
    title: 'several messages, or none, in a batch',
    says: {
      1: 'Messages are individual requests, notifications and responses.',
      2: 'A batch has at least one message.',
    },
    page: pages.transports,
    mend: 'Send each message on a line of its own.',
    effect: 'Nothing: the messages are read all the same.',
  },
  'beyond-limits': {
    severity: 'warning',
    title: 'more than clients can be expected to read',
    says: 'No limit is defined; this client reads lines up to 16 MB.',
    page: pages.transports,
    mend: 'Send less at once, and leave out what no client shows.',
    effect: 'What is beyond the limit is left out.',
  },
  'bad-answer': {
    severity: 'error',
    title: 'an answer that does not match its schema',
    says: 'The schema of the method says which fields of its result are required, and what they hold.',
    page: pages.schema,
    mend: 'Send the fields of the schema, with their types.',
    effect: 'What cannot be read is taken as missing.',
  },
  'unknown-request': {
    severity: 'warning',
    notedAs: 'note',
    title: 'a request that clients do not know',
    says: 'Clients answer a method that they do not know with an error, whether it is an extension (_) or not.',
    page: pages.extensibility,
    mend: 'Send plans with the updates of the protocol, too, and cope with the error.',
    effect: 'A plan in it is not shown.',
    isOfRequest: true,
  },
  'bad-request': {
    severity: 'error',
    title: 'a request or notification that does not match its schema',
    says: 'The schema of the method says which of its params are required, and what they hold.',
    page: pages.schema,
    mend: 'Send the fields of the schema, with their types.',
    effect: 'What cannot be read is not shown; you may not be asked.',
  },
  'bad-update': {
    severity: 'error',
    title: 'an update that does not match its schema',
    says: 'session/update has a sessionId and an update with its kind; the schema says which fields of that are required.',
    page: pages.updates,
    mend: 'Send the fields of the schema, with their types.',
    effect: 'What cannot be read is left out; the plan stays as it was.',
  },
  'plan-id-missing': {
    severity: 'error',
    title: 'a plan without an id',
    says: {
      1: 'planId is required in each plan_update and plan_removed.',
      2: 'Every plan content, also a custom one, MUST carry a planId.',
    },
    page: { 1: pages.draftSchema[1], 2: pages.plan[2] },
    mend: 'Send a string as planId in each plan_update and plan_removed.',
    notedAs: 'error',
    effect: 'The plan is taken for the one without an id; a removal without an id is left out.',
  },
  'bad-plan': {
    severity: 'error',
    title: 'a plan that does not match its schema',
    says: {
      1: 'The entries of a plan are required, and a list.',
      2: 'plan_update has a plan with a type and its content: entries, content or uri. All are required.',
    },
    page: pages.plan,
    mend: 'Send the fields of the schema; an empty plan has entries: [].',
    effect:
      'The update is left out, and the plan stays as it was; where entries is no list, what is found in its place is shown, or no steps.',
  },
  'bad-entry': {
    severity: 'error',
    title: 'an entry that does not match its schema',
    says: 'content, priority and status of an entry are required, and strings.',
    page: pages.plan,
    mend: 'Send strings for all three: clients may leave out the update.',
    effect: 'The step is missing, or shown in part.',
  },
  'bad-setting': {
    severity: 'error',
    title: 'a mode, option or command that does not match its schema',
    says: 'The schema says which fields of modes, options and commands are required, and what they hold.',
    page: pages.configOptions,
    mend: 'Send the fields of the schema, with their types.',
    effect: 'It is not offered to you.',
  },
  'second-proposal': {
    severity: 'note',
    title: 'a second proposed plan in one turn',
    says: 'Plans are sent with plan_update, and asked about with a permission request. Tags in a message are a convention of some agents.',
    page: pages.planOperations,
    mend: 'Propose one plan a turn, or send proposals with plan_update.',
    effect: 'It is shown as a message, and nobody is asked about it.',
  },
} as const satisfies Readonly<Record<string, Described>>

/** The rule about each kind of problem; null: no rule of these is. */
export const ruleOf: Readonly<Record<ProblemCode, keyof typeof described | null>> = {
  'not-json': 'stdout-junk',
  'not-a-message': 'stdout-junk',
  'several-on-a-line': 'stdout-junk',
  'not-utf8': 'not-utf8',
  'binary-frame': 'binary-frame',
  batch: 'batch',
  'too-long': 'beyond-limits',
  'too-deep': 'beyond-limits',
  'too-many': 'beyond-limits',
  // `strayResponse` says more.
  'stray-response': null,
  'bad-answer': 'bad-answer',
  'unknown-request': 'unknown-request',
  'bad-request': 'bad-request',
  'bad-update': 'bad-update',
  'no-plan-id': 'plan-id-missing',
  'bad-plan': 'bad-plan',
  'bad-entry': 'bad-entry',
  'bad-setting': 'bad-setting',
  'second-proposal': 'second-proposal',
  'not-understood': null,
}

export const decodedProblems: readonly LintRule[] = Object.entries<Described>(described).map(
  ([id, { notedAs, isOfRequest, ...rule }]) => ({
    id,
    ...rule,
    check: () => {
      /** Where the request stands that the current message answers. */
      let answered: MessagePosition | null = null
      const strayLines = new StrayLines()
      return {
        message({ answers, dir }) {
          answered = isOfRequest === true && dir === 'to-agent' ? (answers?.place ?? null) : null
        },
        event(moment, report) {
          const { event } = moment
          if (event.type !== 'problem-found' || ruleOf[event.problem.code] !== id) return
          const { problem } = event
          const path = pathOf(problem)
          if (path !== null && moment.isFound(path)) return
          const more = strayLines.found(moment)
          if (more !== null) return report(more)
          const milder = rule.severity === 'error' ? 'warning' : rule.severity
          const severity = problem.weight === 'rejected' ? rule.severity : (notedAs ?? milder)
          report({
            path,
            seen: seenIn(problem),
            severity,
            isProblem: true,
            ...(answered === null ? {} : { place: answered }),
          })
        },
      }
    },
  }),
)

/** All lines that are no JSON are one finding, at the first one. */
class StrayLines {
  #first: MessagePosition | null = null

  /** What replaces that finding; null: this is the first one, or something else. */
  found({ event, after, place }: LintMoment): Found | null {
    if (event.type !== 'problem-found' || strayOutputOf(event.problem) === null) return null
    const stray = strayOutput(after)
    if (this.#first === null || stray === null) {
      this.#first = place
      return null
    }
    const { excerpt = '' } = stray.problem
    const seen = `${strayWords(stray)}, and begins with ${quoted(excerpt)}. ${strayOutputRemedy(stray, after)}`
    return { path: null, seen, place: this.#first, isMore: true }
  }
}

/** Of what is no message, its beginning tells most. */
function seenIn({ code, text, excerpt = '' }: WireProblem): string {
  return ruleOf[code] === 'stdout-junk' && excerpt !== '' ? `${text}: ${quoted(excerpt)}` : text
}

/** Decoders of updates name what is in the params. */
function pathOf({ path }: WireProblem): string | null {
  if (path === undefined) return null
  return path === 'id' || path === 'method' || path.startsWith('params') || path.startsWith('result')
    ? path
    : `params.${path}`
}
