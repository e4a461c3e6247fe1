// Imported before the program (`node --import`): a bug that shows when its terminal is resized. `?loop`: a timer throws; `?render`: drawing
// the next frame does; `?files`: the system lets it open no more files.
import { isatty } from 'node:tty'

const place = new URL(import.meta.url).search.slice(1)

function crash() {
  throw Object.assign(new Error(`planted crash (${place})`), place === 'files' ? { code: 'EMFILE' } : {})
}

// The agent is started with the same environment, and has no terminal.
if (isatty(1))
  process.stdout.once('resize', () => {
    if (place !== 'render') setTimeout(crash, 0)
    else process.stdout.write = crash
  })
