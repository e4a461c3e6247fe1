import { createInterface } from 'node:readline'
import type { TakenPlan } from '../app/ports/plan-taking.ts'
import { titleForSaving } from '../app/proposals/session-proposals.ts'
import { openQuestion, questionKey, type Question, type QuestionKey } from '../app/state/question.ts'
import { append, emptyList } from '../lib/sequences.ts'
import { safe, type SafeText, safeLine } from '../lib/text/safe-text.ts'
import { endedTurns } from '../outputs/changes/event-words.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import {
  describeChange,
  describePlans,
  timelineSentences,
} from '../outputs/screen-reader/change-sentences.ts'
import { createLineSink } from '../outputs/stream/output.ts'
import type { Keyboard } from '../terminal/terminal-guard.ts'
import { terminalLender } from '../terminal/take-screen.ts'
import type { Source } from './source.ts'
import { terminalTools, type UserTerminal } from './terminal-tools.ts'
import {
  loginSentences,
  noPlanSentences,
  planAdviceSentences,
  sessionSentences,
  questionSentences,
  type FormInput,
} from './speech/question-sentences.ts'
import { readTypedLine, type TypedCommand } from './speech/read-line.ts'
import {
  editPlan,
  lastChangedPlan,
  sendingOf,
  takePlan,
  type ChangedInEditor,
  type TakingParts,
} from './speech/take-plan.ts'

export interface SpeechParts extends UserTerminal {
  readonly keyboard: Keyboard
  readonly ascii: boolean
}

/**
 * Shows a source to users of screen readers: writes each change as a sentence on its own line, and reads typed lines as a shell does.
 * Nothing is overwritten, moved or coloured. It goes on until the user quits or the source ends, and closes the source.
 */
export async function speak(source: Source, parts: SpeechParts): Promise<RunEnd> {
  const { host, ends, guard, keyboard, ascii } = parts
  const { agent, app, about, clock } = source
  const command = about.command ?? []
  const sink = createLineSink(host.process.stdout, ascii)
  const keys = keyboard.open()
  const lend = terminalLender(guard, keys)
  const use = { lend, ascii, screenReader: true }
  const { clipboard, files, editor, openUrl, closeEditor, startNotifying } = terminalTools(source, parts, use)
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
    return session === undefined ? null : files.fileFor(titleForSaving(session))
  }

  /** Writes how to answer the open question, once for each question. */
  function askQuestion(): void {
    const question = openQuestion(app.state())
    const key = question === null ? null : questionKey(question)
    if (key === askedKey) return
    askedKey = key
    if (question !== null) say(questionSentences(question, form, planFile(question)))
  }

  const stopListening = source.listen((event, after, before) => {
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
  const ended = source.start({ say: (text) => say([safeLine(text)]), relief: () => null })
  const stopNotifying = startNotifying()

  keys.on('error', ends.terminalGone)
  // It passes on the errors of its input, which are handled: without a listener they would be thrown.
  const input = createInterface({ input: keys, terminal: false }).on('error', () => undefined)
  const taking = (): TakingParts => ({ state: app.state(), nowMs: clock.nowMs(), isAscii: ascii, files })
  const edit = async (taken: TakenPlan): Promise<void> => {
    const result = await editPlan(taken, { ...taking(), editor })
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
      case 'order':
        return agent.order(typed.order)
      case 'say':
        return say(typed.sentences)
      case 'form':
        form = typed.form
        return say(questionSentences({ kind: 'elicitation', request: typed.request }, form))
      case 'open-page':
        openUrl(typed.url)
        return agent.order(typed.order)
      case 'plans':
        return say([
          ...describePlans(app.state(), clock.nowMs()),
          ...noPlanSentences(app.state(), clock.nowMs()),
        ])
      case 'timeline':
        return say(timelineSentences(app.state(), clock))
      case 'take-plan':
        return void takePlan(typed.path, { ...taking(), clipboard }).then((sentence) => say([sentence]))
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
        agent.order(sending)
        editor.discard(changed.file)
        changed = null
        return
      }
      case 'sessions':
        if (app.state().agent?.offers.list !== true) return say(sessionSentences(app.state(), clock.wallMs()))
        isListing = true
        return agent.order({ type: 'list-sessions' })
      case 'mark':
        source.mark?.(typed.text)
        app.dispatch({ type: 'marked', atMs: clock.nowMs(), text: typed.text })
        return say([
          source.mark === null ? safe`Nothing is being recorded: start with --record FILE.` : safe`Marked.`,
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

  /** The source's end waits until the user has closed the editor. */
  const afterEdit = ended.then(async (how) => {
    await editing
    return how
  })
  const end = await Promise.race([hasQuit, ends.ended, afterEdit])
  closeEditor()
  held.release()
  stopNotifying()
  stopListening()
  source.close()
  input.close()
  await Promise.race([sink.finish(), ends.ended])
  return end === 'quit' ? source.quit() : end
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
