import { allMatches } from '../matching/literals.ts'
import { found, type Finding, type Place } from '../matching/finding.ts'
import { isMasked, mask } from '../replacements/mask.ts'
import type { Known } from '../known.ts'
import { characterSet, characterKind, runsIn, type CharacterKind } from '../matching/runs.ts'

/** Longer words are files and pictures. */
const longestToken = 512
const shortestToken = 32
const inToken = characterSet(/[A-Za-z0-9+/_=-]/)
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const digest = /^(?:(?:sha(?:1|224|256|384|512)|md5|h1|blake[23][sb]?)[-:=_])/i
/** Prefixes of ids that programs repeat. */
const labelled =
  /^(?:toolu|tooluse|tool|call|fc|msg|message|ses|sess|session|resp|rs|item|run|thread|req|request|chatcmpl|cmpl|gen|step|evt|event|task|turn|prompt|plan|agent|file|exec|job|part|prt|trace|span|srvtoolu|mcp|bash|cmd|term|perm|perm?ission|conv|acp)[_-]/i

/** Long random words: not paths, ids or checksums of files. */
export function findTokens(text: string, place: Place, known: Known): readonly Finding[] {
  if (place === 'id' || text.length < shortestToken) return []
  const findings: Finding[] = []
  for (const { start: wordStart, end } of runsIn(text, inToken, shortestToken)) {
    if (end - wordStart > longestToken) continue
    const word = text.slice(wordStart, end)
    if (isMasked(word)) continue
    const before = text.slice(Math.max(0, wordStart - 8), wordStart)
    if (/(?:sha\d{1,3}|md5|h1)[:=]$/i.test(before)) continue
    for (const { start, value } of partsOf(word)) {
      if (!isRandom(value) || known.isId(value) || labelled.test(value) || digest.test(value)) continue
      findings.push(found('token', wordStart + start, value, mask))
    }
  }
  return findings
}

interface Part {
  readonly start: number
  readonly value: string
}

/** The word, or its parts between slashes and equals signs if one of them is long enough. */
function partsOf(word: string): readonly Part[] {
  const parts: Part[] = []
  for (const match of allMatches(/[^/=]{32,}=*/g, word)) parts.push({ start: match.index, value: match[0] })
  if (parts.length > 0) return parts
  const start = word.lastIndexOf('=', word.length - 4) + 1
  const value = word.slice(start)
  return value.length < 32 ? [] : [{ start, value }]
}

/** Letters of both cases and digits, or non-hexadecimal letters and digits, alternating often. */
function isRandom(value: string): boolean {
  const bare = value.replace(uuid, '').replace(/[=]+$/, '')
  if (bare.length < 32 || /^[0-9a-f]+$/i.test(bare.replace(/[_-]/g, ''))) return false
  const counts = { lower: 0, upper: 0, digit: 0, sign: 0 }
  let changes = 0
  let last: CharacterKind = 'sign'
  for (const character of bare) {
    const kind = characterKind(character)
    counts[kind]++
    if (kind !== last && kind !== 'sign' && last !== 'sign') changes++
    last = kind
  }
  const isMixed = counts.digit >= 2 && counts.upper >= 2 && counts.lower >= 2
  const isPlain = counts.upper === 0 && counts.sign === 0 && counts.digit >= bare.length / 6
  const isLoud = counts.lower === 0 && counts.sign === 0 && counts.digit >= bare.length / 6
  return (isMixed || isPlain || isLoud) && changes >= bare.length * 0.3
}
