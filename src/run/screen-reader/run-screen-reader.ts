import { createInterface } from 'node:readline'
import { openQuestion, questionKey, type Question, type QuestionKey } from '../../app/state/question.ts'
import { titleForSaving } from '../../app/proposals/session-proposals.ts'
import { createLineSink } from '../../outputs/stream/line-sink.ts'
import { safe, type SafeText, safeLine } from '../../lib/text/safe-text.ts'
import { instructAgent } from '../../ui/state/intent.ts'
import { endedTurns } from '../../outputs/changes/event-words.ts'
import { describeChange, describePlans } from '../../outputs/screen-reader/change-sentences.ts'
import { timelineSentences } from '../../outputs/screen-reader/timeline-sentences.ts'
import { editPlan, sendingOf, type ChangedInEditor } from './edit-plan.ts'
import { planFiles } from '../../outputs/plan-files.ts'
import { terminalClipboard } from '../../terminal/clipboard/clipboard.ts'
import type { TypedCommand } from './typed-command.ts'
import { readTypedLine } from './read-line.ts'
import { loginSentences, sessionSentences } from './list-sentences.ts'
import { questionSentences, type FormInput } from './question-sentences.ts'
import type { Keyboard } from '../../terminal/keyboard.ts'
import { textEditor } from '../../terminal/editor/text-editor.ts'
import { terminalLender } from '../../terminal/lend-terminal.ts'
import { startNotifier } from '../../terminal/notify/notifier.ts'
import { notifyTraits } from '../../terminal/notify/notify-traits.ts'
import { urlOpener } from '../../terminal/open-url.ts'
import { endAtQuit, watchForExit } from '../exit-watch.ts'
import { remarkStalledSteps } from '../stall-watch.ts'
import { keptWords } from '../../app/words/document.ts'
import type { TakenPlan, Clipboard, PlanFiles, TakingMoment } from '../../app/ports/plan-taking.ts'
import type { RunEnd } from '../../outputs/run-end-words.ts'
import type { Run } from '../run.ts'
import { append, emptyList } from '../../lib/immutable-lists.ts'
import { adviceSentences } from '../../app/words/agent.ts'
import { noPlanWords, noPlanToTake, notSaved } from '../../app/words/plan.ts'
import { type AppState, currentSession } from '../../app/state/app-state.ts'
import { cameNoPlan, hasAnyPlan, noPlanReasons } from '../../app/plan-advice/no-plan-reasons.ts'
import { canSwitchPlansOn, planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { copyWords, needsFile, takenWords } from '../../ui/taking/taking-words.ts'

/**
 * A run for screen readers: writes each change as a sentence on its own line, and reads typed lines as a shell does. Nothing
 * is overwritten, moved or coloured. It runs until the user quits, or the exit rules end it.
 */
export async function runScreenReader(run: Run, keyboard: Keyboard): Promise<RunEnd> {
  const { agent, app, command, ends, feed, guard, options } = run
  const { clock, process } = run.host
  const { env, platform, stdout } = process
  const sink = createLineSink(stdout)
  const openUrl = urlOpener({
    platform,
    environment: env,
    onFailed: (text) => app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text }),
  })
  let form: FormInput | null = null
  let askedKey: QuestionKey | null = null
  let isListing = false
  let hasAdvised = false
  const held = new HeldSentences(
    (sentence) => sink.write(sentence),
    () => guard.isLent(),
  )
  const say = (sentences: readonly SafeText[]): void => held.say(sentences)
  let changed: ChangedInEditor | null = null
  /** The edit that is under way; settles with it. null: none is. */
  let editing: Promise<void> | null = null

  /** Where the proposed plan would be saved. */
  function planFile(question: Question): string | null {
    const session = question.kind === 'proposal' ? app.state().sessions.get(question.sessionId) : undefined
    return session === undefined ? null : run.planFolder.fileFor(titleForSaving(session))
  }

  /** Writes how to answer the open question, once for each question. */
  function askQuestion(): void {
    const question = openQuestion(app.state())
    const key = question === null ? null : questionKey(question)
    if (key === askedKey) return
    askedKey = key
    if (question !== null) say(questionSentences(question, form, planFile(question)))
  }

  const stopListening = feed.listen((event, after, before) => {
    say(describeChange(before, after, event))
    // Only once in a run.
    if (!hasAdvised && endedTurns(event, after, before).length > 0) {
      const advice = planAdviceSentences(after)
      hasAdvised = advice.length > 0
      say(advice)
    }
    if (event.type === 'link-changed' && event.link.state === 'wants-login' && event.link.trying === null)
      say(loginSentences(event.link.methods, command))
    if (event.type === 'sessions-listed' && isListing && event.listing.state !== 'asking') {
      isListing = false
      say(sessionSentences(after, clock.wallMs()))
    }
    // Not at once: a policy may answer right after the event.
    if (askedKey !== null || openQuestion(after) !== null) queueMicrotask(askQuestion)
  })
  const exit = watchForExit(feed, clock, run.exitRules)
  const stopRemarks = remarkStalledSteps(app, feed, clock)
  feed.forget()
  const stopNotifying = startNotifier({
    app,
    clock,
    traits: notifyTraits({ mode: options.notify, environment: env, screenReader: true }),
    ascii: options.ascii,
    write: (bytes) => (guard.isLent() ? undefined : void stdout.write(bytes)),
    addExtras: () => undefined,
  })

  const files = planFiles(run.planFolder)
  const clipboard = terminalClipboard({ environment: env, write: (bytes) => void stdout.write(bytes) })
  const keys = keyboard.open()
  keys.on('error', ends.terminalGone)
  const input = createInterface({ input: keys, terminal: false })
  const lend = terminalLender({ guard, stdin: keys })
  const editor = textEditor({ environment: env, platform, clock, lend })
  const edit = async (taken: TakenPlan): Promise<void> => {
    const { ascii: isAscii } = options
    const parts = { state: app.state(), nowMs: clock.nowMs(), isAscii, files, editor }
    const result = await editPlan(taken, parts)
    held.release()
    changed = result.changed ?? changed
    say(result.sentences)
  }
  let quit: () => void = () => {}
  const hasQuit = new Promise<'quit'>((resolve) => {
    quit = () => resolve('quit')
  })
  const perform = (typed: TypedCommand): void => {
    switch (typed.type) {
      case 'ask':
        return instructAgent(agent, typed.intent)
      case 'say':
        return say(typed.sentences)
      case 'form':
        form = typed.form
        return say(questionSentences({ kind: 'elicitation', request: typed.request }, form))
      case 'open-page':
        openUrl(typed.url)
        return instructAgent(agent, typed.intent)
      case 'plans':
        return say([...describePlans(app.state()), ...noPlanSentences(app.state(), clock.nowMs())])
      case 'timeline':
        return say(timelineSentences(app.state(), clock))
      case 'take-plan': {
        const { ascii: isAscii } = options
        const parts = { state: app.state(), nowMs: clock.nowMs(), isAscii, files, clipboard }
        return void takePlan(typed.path, parts).then((sentence) => say([sentence]))
      }
      case 'edit-plan': {
        const taken = lastChangedPlan(app.state())
        if (taken === null) return say([safe`There is no plan to edit.`])
        editing ??= edit(taken).finally(() => {
          editing = null
        })
        return
      }
      case 'send-edited': {
        const sending = changed === null ? null : sendingOf(changed, app.state())
        if (changed === null || sending === null)
          return say([safe`Not sent: the session of that plan is not the current one.`])
        instructAgent(agent, sending)
        editor.discard(changed.file)
        changed = null
        return
      }
      case 'sessions':
        if (app.state().agent?.offers.list !== true) return say(sessionSentences(app.state(), clock.wallMs()))
        isListing = true
        return agent.listSessions()
      case 'mark':
        run.recording?.mark(typed.text)
        app.dispatch({ type: 'marked', atMs: clock.nowMs(), text: typed.text })
        return say([
          run.recording === null ? safe`Nothing is being recorded: start with --record FILE.` : safe`Marked.`,
        ])
      case 'quit':
        return quit()
    }
  }
  input.on('line', (line) => {
    const typed = readTypedLine(line, {
      state: app.state(),
      form,
      command,
      wallMs: clock.wallMs(),
      hasEdited: changed !== null,
    })
    if (typed !== null) perform(typed)
  })
  input.on('close', () => {
    if (keyboard.isGone()) ends.terminalGone()
    else quit()
  })

  /** An end that waits until the user has closed the editor. */
  async function afterEdit<End>(ended: Promise<End>): Promise<End> {
    const how = await ended
    await editing
    return how
  }

  const isOverByRule = options.exitOn !== 'never'
  const end = await Promise.race([hasQuit, ends.ended, ...(isOverByRule ? [afterEdit(exit.ended)] : [])])
  for (const file of editor.close()) run.host.writeNow(2, `acp-plan-tui: ${keptWords(file)}\n`)
  held.release()
  exit.stop()
  stopNotifying()
  stopListening()
  stopRemarks()
  input.close()
  await Promise.race([sink.finish(), ends.ended])
  return end === 'quit' ? endAtQuit(app.state(), options.exitOn) : end
}

/** Sentences that wait while another program has the terminal; of very many the last ones. */
const mostHeld = 2_000

/** Writes sentences, or holds them back while it must not write. */
export class HeldSentences {
  readonly #write: (sentence: SafeText) => void
  readonly #mustWait: () => boolean
  #held = emptyList<SafeText>()

  constructor(write: (sentence: SafeText) => void, mustWait: () => boolean) {
    this.#write = write
    this.#mustWait = mustWait
  }

  say(sentences: readonly SafeText[]): void {
    for (const sentence of sentences) {
      if (this.#mustWait()) this.#held = append(this.#held, sentence, mostHeld)
      else this.#write(sentence)
    }
  }

  /** Writes what was held back. */
  release(): void {
    const { items, dropped } = this.#held
    this.#held = emptyList()
    if (dropped > 0) this.#write(safe`${dropped} sentences are left out.`)
    for (const sentence of items) this.#write(sentence)
  }
}

/** Why there is no plan; empty if there is one. */
function noPlanSentences(state: AppState, nowMs: number): readonly SafeText[] {
  if (!cameNoPlan(state)) return []
  const others = noPlanReasons(state, nowMs).filter(({ type }) => type !== 'advice')
  return [...planAdviceSentences(state), ...others.map((reason) => safeLine(noPlanWords(reason)))]
}

/** What keeps the agent's plans away, as far as known; empty if there is a plan. */
export function planAdviceSentences(state: AppState): readonly SafeText[] {
  const advice = hasAnyPlan(state) ? null : planAdvice(state)
  if (advice === null) return []
  const sentences = adviceSentences(advice).map((sentence) => safeLine(sentence))
  return canSwitchPlansOn(state)
    ? [...sentences, safe`Type /plan-tools to start it again with that set.`]
    : sentences
}

interface TakePlanParts {
  readonly state: AppState
  readonly nowMs: number
  readonly isAscii: boolean
  readonly files: PlanFiles
  readonly clipboard: Clipboard
}

/** Copies the plan of the current session that has changed last, or saves it if there is a path. What became of it. */
async function takePlan(path: string | null, parts: TakePlanParts): Promise<SafeText> {
  const { state, nowMs, isAscii, files, clipboard } = parts
  const taken = lastChangedPlan(state)
  if (taken === null) return noPlanToTake
  const { takenWriter } = await import('../../outputs/taken/write-taken.ts')
  const moment: TakingMoment = { state, nowMs, isAscii, document: null }
  const title = safeLine(takenWriter.title(taken, state).slice(0, 200))
  if (path === null) {
    const text = takenWriter.asMarkdown(taken, moment)
    const outcome = await clipboard.copy(text)
    const saved = needsFile(outcome) ? await files.saveCopy(takenWriter.fileTitle(taken, state), text) : null
    return safe`${title}: ${safeLine(copyWords(takenWords(taken), outcome, saved))}`
  }
  const json = path.toLowerCase().endsWith('.json') ? takenWriter.asJson(taken, moment) : null
  const saved = await files.saveAs(path, json ?? takenWriter.asMarkdown(taken, moment))
  return saved.ok ? safe`${title}: saved to ${safeLine(saved.value)}` : safeLine(notSaved(saved.problem))
}

/** The plan of the current session that has changed last; null: there is none. */
export function lastChangedPlan(state: AppState): TakenPlan | null {
  const session = currentSession(state)
  const plans = [...(session?.plans.values() ?? [])].filter(({ removedAtMs }) => removedAtMs === null)
  const [plan] = plans.toSorted((one, other) => other.changedAtMs - one.changedAtMs)
  if (session === null || plan === undefined) return null
  return { type: 'plan', sessionId: session.id, plan, revision: null, steps: null, since: null }
}
