import { ForksPoolWorker } from 'vitest/node'

/**
 * Node compiles regular expressions without optimising them while a process has more than 16 MB of machine code, which makes those with sets
 * of Unicode's characters ten times as slow. A process that comes near it, after dozens of files, is replaced.
 */
const maxCodeBytes = 12 * 1024 * 1024

class FreshWorker extends ForksPoolWorker {
  name = freshWorkers.name
  #codeBytes = 0

  /** Every message of the process comes by here, also those of `say-code-size.mjs`. */
  deserialize(message) {
    this.#codeBytes = message.codeBytes ?? this.#codeBytes
    return super.deserialize(message)
  }

  canReuse() {
    return this.#codeBytes < maxCodeBytes
  }
}

/** Vitest's pool of processes, each of which runs files one after the other. */
export const freshWorkers = {
  name: 'fresh-workers',
  createPoolWorker: (options) => new FreshWorker(options),
}
