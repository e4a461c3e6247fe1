import { Buffer } from 'node:buffer'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { AgentOptions } from '../../../src/agent/agent-options.ts'
import type { OpenTransport } from '../../../src/app/ports/transport.ts'
import { questionsAskedBy } from '../../../src/app/exchange/requests/permission-questions.ts'
import type { PermissionRequest } from '../../../src/app/state/permission.ts'
import { openingMethods, type Exchange, type Recording } from '../../../src/demo/recorded/recording.ts'
import { recordedPrompts } from '../../../src/demo/recorded/read-recording.ts'
import { isObject, stringAt, type JsonObject } from '../../../src/protocol/wire/message.ts'
import { watchRun, type WatchedRun } from '../../agent/watched-run.ts'
import { readRecording, recordingNames, shownPlans } from '../../recordings/read-recording.ts'
import { patienceMs } from '../../support/changes.ts'
import { playRecording, recordingOf } from './played-recording.ts'

test.each(recordingNames)('%s: our own client shows the plans that were recorded', async (name) => {
  const recording = recordingOf(name)
  const run = watchRun({ open: wayTo(recording), cwd: '/work', ...beginningOf(recording) })
  answerAsRecorded(run, recording)
  await run.until((state) => state.link.state === 'open')
  for (const prompt of recordedPrompts(recording)) {
    run.agent.order({ type: 'prompt', text: prompt })
    await run.until(({ sessions, currentSessionId }) => {
      const turn = sessions.get(currentSessionId ?? '')?.turn
      return turn?.state === 'ended'
    })
  }
  const expected = shownPlans(readRecording(name))
  await vi.waitFor(() => expect(shownPlans(run.state())).toEqual(expected), patienceMs)
  expect(run.state().problems.items).toEqual([])
})

/** The way to a recording that is played within the test. */
function wayTo(recording: Recording): OpenTransport {
  return (events) => {
    const { agent } = playRecording(recording, (line) => {
      // Transports report on a later tick.
      setImmediate(() => events.onBytes(Buffer.concat([Buffer.from(line), Buffer.from('\n')])))
    })
    return {
      isRunning: true,
      send: (message) => agent.receive(message),
      end: async () => agent.stop(),
      killNow: () => agent.stop(),
    }
  }
}

/** The session that the recording begins with, and what was set in it before the first prompt. */
function beginningOf({ exchanges }: Recording): Partial<AgentOptions> {
  const opening = exchanges.find(({ method, answer }) => openingMethods.includes(method) && !answer?.isError)
  const first = exchanges.findIndex(({ method }) => method === 'session/prompt')
  const before = exchanges
    .slice(0, first < 0 ? exchanges.length : first)
    .filter(({ answer }) => !answer?.isError)
  const mode = before.find(({ method }) => method === 'session/set_mode')
  return {
    ...(opening === undefined || opening.method === 'session/new'
      ? {}
      : { first: { type: 'open', sessionId: opening.sessionId ?? '' } }),
    mode: stringAt(mode?.params ?? {}, 'modeId') ?? null,
    config: before.filter(({ method }) => method === 'session/set_config_option').map(settingOf),
  }
}

function settingOf({ params }: Exchange): AgentOptions['config'][number] {
  return { id: stringAt(params, 'configId') ?? '', value: String(params['value']) }
}

/** No other agent of the recordings asks such questions. */
const lodyQuestions = questionsAskedBy({ _meta: { codex: { requestUserInput: { questions: [{}] } } } })

/** What the recorded user chose, or called off. */
function answerAsRecorded(run: WatchedRun, { exchanges }: Recording): void {
  const answers = exchanges
    .flatMap(({ moments }) => moments)
    .flatMap((moment) => (moment.type === 'answered' && isObject(moment.result) ? [moment.result] : []))
  let asked = 0
  run.listen((event) => {
    if (event.type === 'elicitation-asked') {
      const { key } = event.request
      const answer = lodyQuestions?.readAnswer(answers[asked++] ?? {})
      if (answer !== undefined)
        setImmediate(() => run.agent.order({ type: 'answer-elicitation', key, answer }))
    }
    if (event.type !== 'permission-asked') return
    const chosen = optionIn(answers[asked++], event.request)
    void (async () => {
      // Each turn of the loop plays a moment: what was sent while the question was open comes first.
      for (let moment = 0; moment < 10; moment++) await turnOfTheLoop()
      if (chosen === undefined) run.agent.order({ type: 'cancel-turn' })
      else run.agent.order({ type: 'answer', key: event.request.key, optionId: chosen })
    })()
  })
}

function optionIn(result: JsonObject | undefined, { options }: PermissionRequest): string | undefined {
  // A form that asks for an approval.
  if (result?.['action'] === 'decline') return options.find(({ kind }) => kind.startsWith('reject'))?.id
  const outcome = result?.['outcome']
  // Grok's, which is the id of the option here.
  if (typeof outcome === 'string') return outcome
  return isObject(outcome) ? stringAt(outcome, 'optionId') : undefined
}
