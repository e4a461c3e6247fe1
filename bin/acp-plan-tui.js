#!/usr/bin/env node
// The launcher: old syntax only, so that an old Node runs it and prints an error.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

// On this signal Node would open its inspector to any local process, and write to the screen. The program has a better handler; until it is
// loaded there is nothing to clean up.
if (constants.signals.SIGUSR1) {
  process.on('SIGUSR1', function () {
    process.exit(128 + constants.signals.SIGUSR1)
  })
  // The signal may have come before this line. Not for whoever has set options of Node, which may ask for the inspector.
  if (process.execArgv.length === 0 && !process.env.NODE_OPTIONS && process._debugEnd) process._debugEnd()
}

const oldest = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    'acp-plan-tui needs Node ' + oldest.join('.') + ' or newer; this is Node ' + process.versions.node + '\n',
  )
  process.exitCode = 2
} else {
  // Node 22.8 and newer cache compiled code between runs, if the folder can be written.
  if (module.enableCompileCache) module.enableCompileCache()
  const main = new URL('../dist/main.js', import.meta.url)
  const start = function () {
    return import(main.href)
  }
  const failed = function (cause) {
    if (cause && (cause.code === 'EMFILE' || cause.code === 'ENFILE')) {
      // The words of the program (end-watch.ts), of which no part can be loaded.
      const who = cause.code === 'EMFILE' ? 'this program' : 'any program'
      process.stderr.write(
        'acp-plan-tui: the system lets ' +
          who +
          ' open no more files (' +
          cause.code +
          ')\n' +
          '  Raise the limit, for example with `ulimit -n 1024`, and start it again.\n',
      )
      process.exit(4)
    }
    process.exitCode = 70
    if (existsSync(fileURLToPath(main))) {
      process.stderr.write((cause && cause.stack ? cause.stack : String(cause)) + '\n')
    } else {
      process.stderr.write('acp-plan-tui is not built yet: run `npm run build` first\n')
    }
  }
  const words = process.argv.slice(2)
  // Others wait for these: they are small bundles of their own. What they do not understand, the whole program explains.
  if (words[0] === 'tap' || words[0] === 'statusline') {
    import(new URL('../dist/' + words[0] + '.js', import.meta.url).href)
      .then(function (found) {
        return found[words[0]](words)
      })
      .then(function (isDone) {
        return isDone ? null : start()
      })
      .catch(failed)
  } else {
    start().catch(failed)
  }
}
