import { allMatches } from '../matching/literals.ts'
import { found, type Finding } from '../matching/finding.ts'
import { maskLetters } from '../replacements/mask.ts'

/** Digits in a row, or in groups as on a card, with one kind of separator. */
const signOfCard = /\d{14}|\d{4}[ -]\d{4,6}[ -]\d{4}/
const card =
  /(?<![\p{L}\p{N}_.$-])(?:\d{14,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5})(?![\p{L}\p{N}_-]|\.\d)/gu
/** First digits and lengths of issued numbers (https://www.iso.org/standard/70484.html). */
const issued =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}|35\d{14})$/
const iban = /(?<![\p{L}\p{N}_])([A-Z]{2})\d{2}(?: ?[A-Z0-9]){11,30}/gu
/**
 * The length of an account number by country
 * (https://www.swift.com/standards/data-standards/iban-international-bank-account-number).
 */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 ' +
    'GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 ' +
    'MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Numbers of payment cards and bank accounts with valid check digits. */
export function findPayment(text: string): readonly Finding[] {
  const findings: Finding[] = []
  const add = (what: string, start: number, written: string): void => {
    findings.push(found(what, start, written, (digits) => maskLetters(digits).replaceAll('-', ' ')))
  }
  for (const { index, 0: written } of signOfCard.test(text) ? allMatches(card, text) : []) {
    const digits = written.replace(/\D/g, '')
    if (issued.test(digits) && isLuhn(digits)) add('card number', index, written)
  }
  for (const { index, 0: match, 1: country = '' } of allMatches(iban, text)) {
    const written = firstCharacters(match, lengths.get(country) ?? 0)
    if (written !== null && isIban(written.replaceAll(' ', ''))) add('account number', index, written)
  }
  return findings
}

/** So many characters without blanks; null if there are fewer, or more follow. */
function firstCharacters(text: string, count: number): string | null {
  if (count === 0) return null
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ' ') continue
    seen++
    if (seen === count) return /^[A-Z0-9]/.test(text.slice(at + 1)) ? null : text.slice(0, at + 1)
  }
  return null
}

/** https://www.iso.org/standard/70484.html, annex B */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && sum > 0
}

/**
 * https://www.iso.org/standard/81090.html: letters count from 10, the first four characters move to the end, and the
 * number modulo 97 is 1.
 */
function isIban(number: string): boolean {
  let rest = 0
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
