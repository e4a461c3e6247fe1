// In the library of plans, which also runs in browsers, in place of `node:buffer`: as much of it as reading a trace takes.
// test/package compares the findings with those of the program, for every recording.

export class Buffer extends Uint8Array {
  static from(value, encoding) {
    if (typeof value !== 'string') return new Buffer(value)
    return new Buffer(encoding === 'base64' ? bytesOfBase64(value) : new TextEncoder().encode(value))
  }

  static alloc(size) {
    return new Buffer(size)
  }

  static byteLength(text) {
    return new TextEncoder().encode(text).length
  }

  /** As UTF-8. */
  toString(_encoding, start = 0, end = this.length) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.subarray(start, end))
  }
}

export function isUtf8(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Never throws: like Node's, it passes over what is not base64, and ends at the first padding. */
function bytesOfBase64(text) {
  const digits = text
    .replace(/=[^]*/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^\w+/]|_/g, '')
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}
