// Loaded before the program (NODE_OPTIONS=--import): says at its end how much memory it had at the most, in kB.
import { writeSync } from 'node:fs'

delete process.env.NODE_OPTIONS
process.on('exit', () => writeSync(2, `peak ${process.resourceUsage().maxRSS} kB\n`))
