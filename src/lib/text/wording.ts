import type { SafeText } from './safe-text.ts'

/** A list in a sentence: `a, b or c`. */
export function listedWords(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`
}

/** `1,204`: a number that is read, with its digits in groups. */
export function grouped(count: number): SafeText {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',') as SafeText
}

/** `1 step`, `2 steps`, for words of ours. */
export function counted(count: number, one: string, many = `${one}s`): SafeText {
  return `${count} ${count === 1 ? one : many}` as SafeText
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A text of at most so many characters; an ellipsis stands for what is cut off. Raw. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
