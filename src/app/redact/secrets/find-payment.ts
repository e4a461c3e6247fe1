import { finderOf, type PatternRule } from '../matching/pattern-rules.ts'
import { maskLetters } from '../replacements/mask.ts'

/** Digits in a row, or in groups as on a card, with one kind of separator. */
const signOfCard = /\d{14}|\d{4}[ -]\d{4,6}[ -]\d{4}/
const card =
  /(?<![\p{L}\p{N}_.$-])(?:\d{14,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5})(?![\p{L}\p{N}_-]|\.\d)/gu
/** First digits and lengths of issued numbers (https://www.iso.org/standard/70484.html). */
const issued =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}|35\d{14})$/
/**
 * Countries, and the length of their account numbers
 * (https://www.swift.com/standards/data-standards/iban-international-bank-account-number).
 */
const accounts = (
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 ' +
  'GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 ' +
  'MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
)
  .split(' ')
  .map((entry) => `${entry.slice(0, 2)}\\d{2}(?: ?[A-Z0-9]){${Number(entry.slice(2)) - 4}}`)
const iban = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${accounts.join('|')})(?![A-Z0-9])`, 'gu')

/** Numbers of payment cards and bank accounts with valid check digits. */
export const findPayment = finderOf([
  { what: 'card number', sign: signOfCard, pattern: card, replaces: masked(isIssued) },
  { what: 'account number', sign: /[A-Z]{2}\d{2}/, pattern: iban, replaces: masked(isIban) },
])

function masked(isNumber: (number: string) => boolean): PatternRule<unknown>['replaces'] {
  return ({ secret }) =>
    isNumber(secret.replace(/[ -]/g, '')) ? () => maskLetters(secret).replaceAll('-', ' ') : null
}

/** Of an issuer, with the check digit of https://www.iso.org/standard/70484.html, annex B */
function isIssued(digits: string): boolean {
  if (!issued.test(digits)) return false
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
