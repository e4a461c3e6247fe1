/** The fields of a message in the order in which they are written: name, number, and how the value is written. */
export type MessageForm = readonly (readonly [name: string, number: number, type: FieldType])[]

/**
 * `varint`: a whole number from 0 up; `fixed64`: a whole number, also as decimal digits; `hex`: bytes as hexadecimal digits. An array is a
 * repeated field: packed, or one field for each message. `kept`: messages that never change, and whose encoding is kept as long as they live.
 */
export type FieldType = ValueType | MessageForm | { readonly kept: MessageForm }

type ValueType = 'string' | 'hex' | 'varint' | 'fixed64' | 'double'

/**
 * Encodes a message; fields that it does not have are left out, those that are not in the form ignored. Bytes in place of a message are
 * taken as its encoding. https://protobuf.dev/programming-guides/encoding
 */
export function writeMessage(form: MessageForm, message: object): Uint8Array {
  const out = new GrowingBytes()
  writeFields(out, form, message as Message)
  return out.taken()
}

type Message = Readonly<Record<string, unknown>>

const [asVarint, asFixed64, asLength] = [0, 1, 2]
const wireTypes = {
  string: asLength,
  hex: asLength,
  varint: asVarint,
  fixed64: asFixed64,
  double: asFixed64,
}

function writeFields(out: GrowingBytes, form: MessageForm, message: Message): void {
  for (const [name, number, type] of form) {
    const value = message[name]
    if (value === undefined) continue
    if (typeof type !== 'string') {
      for (const each of Array.isArray(value) ? value : [value]) {
        out.varint(number * 8 + asLength)
        const start = out.length
        if (each instanceof Uint8Array) out.bytes(each)
        else if ('kept' in type) out.bytes(keptEncoding(type.kept, each as Message))
        else writeFields(out, type, each as Message)
        out.withLength(start)
      }
    } else if (Array.isArray(value)) {
      out.varint(number * 8 + asLength)
      const start = out.length
      for (const each of value) writeValue(out, type, each)
      out.withLength(start)
    } else {
      out.varint(number * 8 + wireTypes[type])
      writeValue(out, type, value)
    }
  }
}

const kept = new WeakMap<Message, Uint8Array>()

function keptEncoding(form: MessageForm, message: Message): Uint8Array {
  const known = kept.get(message)
  if (known !== undefined) return known
  const encoding = writeMessage(form, message).slice()
  kept.set(message, encoding)
  return encoding
}

function writeValue(out: GrowingBytes, type: ValueType, value: unknown): void {
  switch (type) {
    case 'string':
      return out.text(String(value))
    case 'hex':
      out.varint(String(value).length / 2)
      return out.bytes(Uint8Array.from(String(value).match(/../g) ?? [], (digits) => parseInt(digits, 16)))
    case 'varint':
      return out.varint(Number(value))
    case 'fixed64':
      return out.fixed64(value as string | number)
    case 'double':
      return out.double(Number(value))
  }
}

const maxNumbers = 100

/** Bytes that are appended to a buffer, which grows when it is full. */
class GrowingBytes {
  length = 0
  #bytes = new Uint8Array(1024)
  #view = new DataView(this.#bytes.buffer)
  readonly #numbers = new Map<string | number, bigint>()

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  varint(value: number): void {
    this.#grow(8)
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.length++] = (rest % 128) + 128
    this.#bytes[this.length++] = rest
  }

  fixed64(value: string | number): void {
    const known = this.#numbers.get(value) ?? BigInt(value)
    // The same times stand in all points of a metric.
    if (this.#numbers.size < maxNumbers) this.#numbers.set(value, known)
    const at = this.#next(8)
    this.#view.setBigInt64(at, known, true)
  }

  double(value: number): void {
    const at = this.#next(8)
    this.#view.setFloat64(at, value, true)
  }

  bytes(bytes: Uint8Array): void {
    const at = this.#next(bytes.length)
    this.#bytes.set(bytes, at)
  }

  text(text: string): void {
    const start = this.length
    // At most three bytes for each unit of UTF-16.
    this.#grow(text.length * 3)
    this.length += encoder.encodeInto(text, this.#bytes.subarray(start)).written
    this.withLength(start)
  }

  /** Writes the length of what follows `start` before it. */
  withLength(start: number): void {
    const size = this.length - start
    let digits = 1
    for (let rest = size; rest > 127; rest = Math.floor(rest / 128)) digits++
    this.#grow(digits)
    this.#bytes.copyWithin(start + digits, start, this.length)
    this.length = start
    this.varint(size)
    this.length += size
  }

  /** Where so many bytes go, for which there is room now: the buffer may be another one. */
  #next(count: number): number {
    this.#grow(count)
    this.length += count
    return this.length - count
  }

  #grow(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + count))
    larger.set(this.#bytes.subarray(0, this.length))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

const encoder = new TextEncoder()
