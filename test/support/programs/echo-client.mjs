// The smallest client: starts the command it is given, sends it what the arguments before `--` hold, a line each, and
// prints what comes back.
import { spawn } from 'node:child_process'

const cut = process.argv.indexOf('--')
const lines = process.argv.slice(2, cut)
const [file, ...args] = process.argv.slice(cut + 1)
const agent = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] })
for (const line of lines) agent.stdin.write(`${line}\n`)
process.stdin.on('end', () => agent.stdin.end())
process.stdin.resume()
agent.stdin.on('error', () => {})
agent.stdout.pipe(process.stdout)
agent.stderr.pipe(process.stderr)
agent.stdout.on('end', () => process.stdout.write('[stdout ended]\n'))
agent.on('close', (code, signal) => {
  process.stdout.write(`[agent ended ${code ?? signal}]\n`)
  process.exit(7)
})
