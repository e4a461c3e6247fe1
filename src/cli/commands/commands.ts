import type { Command } from '../arguments/command.ts'
import { attach } from './attach.ts'
import { completion } from './completion.ts'
import { config } from './config.ts'
import { connect } from './connect.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { help } from './help.ts'
import { lint } from './lint.ts'
import { render } from './render.ts'
import { replay } from './replay.ts'
import { start } from './start.ts'
import { statusline } from './statusline.ts'
import { tap } from './tap.ts'

const live: readonly Command[] = [connect, attach, tap]
const others: readonly Command[] = [replay, render, lint, statusline, doctor, config, completion, help]

/** All commands. The demo, which needs nothing, is the first that is completed and that errors name. */
export const commands: readonly Command[] = [demo, ...live, ...others]

/** In the order of the help, where the demo stands behind what shows real agents. */
export const listedCommands: readonly Command[] = [start, ...live, demo, ...others]

/** First what starts an agent, then all commands. */
export const allCommands: readonly [Command, ...Command[]] = [start, ...commands]
