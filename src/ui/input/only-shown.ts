import { type Layer, messageOnly, screenOnly } from './layer.ts'
import { isPlayerCommand, isReplayCommand, isCommand, needsAgent, playerOrders } from '../keys/key-table.ts'
import { openedLine } from './lines/written-line.ts'
import { onlyObserved, onlyRecorded } from '../../app/words/session.ts'

/** The player of a recording. Its keys take precedence; what would be sent to the agent is refused. */
export const playerLayer: Layer = {
  commandOf: ({ player, plan }, key) => player.commandOf(key) ?? plan.commandOf(key),
  does(ui, command, context) {
    if (isPlayerCommand(command)) {
      const order = playerOrders[command]
      return order === null
        ? screenOnly(openedLine(ui, 'moment'))
        : { ui, intents: [{ type: 'playback', order }] }
    }
    return isCommand(command) && !isReplayCommand(command) ? messageOnly(ui, onlyRecorded, context) : null
  },
}

/** An agent of another program that is observed: what would be sent to it is refused. */
export const observerLayer: Layer = {
  does: (ui, command, context) =>
    isCommand(command) && needsAgent(command) ? messageOnly(ui, onlyObserved, context) : null,
}
