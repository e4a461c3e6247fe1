import { createInterface } from 'node:readline'
import { createLineSink } from '../outputs/line-sink.ts'
import { describeChange, describePlans } from '../outputs/screen-reader.ts'
import type { SafeText } from '../lib/text/safe-text.ts'
import { endAtQuit, watchForExit } from './exit-watch.ts'
import type { Keyboard } from './keyboard.ts'
import { questionSentences, readSpoken, type SpokenCommand } from './spoken-commands.ts'
import type { Run } from './run.ts'
import type { RunEnd } from './run-end.ts'

/**
 * A run for screen readers: each change a sentence on a line of its own on the normal screen, and lines typed as in a shell.
 * Nothing is ever drawn over, moved or coloured. Until the user quits, or the run is over by its rules.
 */
export async function runScreenReader(run: Run, keyboard: Keyboard): Promise<RunEnd> {
  const { agent, app, clock, ends, feed, options } = run
  const sink = createLineSink(process.stdout)
  const say = (sentences: readonly SafeText[]): void => sentences.forEach((sentence) => sink.write(sentence))
  const stopListening = feed.listen((event, after, before) => {
    say(describeChange(before, after, event))
    const isOpen = event.type === 'permission-asked' && after.permissions.includes(event.request)
    // A policy answers within the same event's dispatch, and then there is nothing to type.
    if (isOpen)
      queueMicrotask(
        () => app.state().permissions.includes(event.request) && say(questionSentences(event.request)),
      )
  })
  const exit = watchForExit(feed, clock, { ...options, promptCount: run.promptCount })
  feed.forget()

  const input = createInterface({ input: keyboard.open(), terminal: false })
  let quit: () => void = () => {}
  const hasQuit = new Promise<'quit'>((resolve) => {
    quit = () => resolve('quit')
  })
  const perform = (command: SpokenCommand): void => {
    switch (command.type) {
      case 'prompt':
        return agent.prompt(command.text)
      case 'answer':
        return agent.answerPermission(command.key, command.optionId)
      case 'say':
        return say(command.sentences)
      case 'plans':
        return say(describePlans(app.state()))
      case 'cancel':
        return agent.cancelTurn()
      case 'restart':
        return agent.restart()
      case 'quit':
        return quit()
    }
  }
  input.on('line', (line) => {
    const command = readSpoken(line, app.state())
    if (command !== null) perform(command)
  })
  input.on('close', quit)

  const isOverByRule = options.exitOn !== 'never'
  const end = await Promise.race([hasQuit, ends.ended, ...(isOverByRule ? [exit.ended] : [])])
  exit.stop()
  stopListening()
  input.close()
  await Promise.race([sink.finish(), ends.ended])
  return end === 'quit' ? endAtQuit(app.state(), options.exitOn) : end
}
