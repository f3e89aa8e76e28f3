/**
 * DynamoDB's numbers: 38 significant digits, magnitudes from 1E-130 to 9.99…E+125 ("Naming rules and data types",
 * Amazon DynamoDB Developer Guide). Arithmetic is decimal: 0.1 + 0.2 is 0.3.
 */
import { validationError } from '../errors.ts'
import { Decimal } from './value.ts'

export type NumberValue = number | Decimal

/** coefficient × 10^exponent; the coefficient has no trailing zeros, zero is 0 × 10^0. */
type Parts = { coefficient: bigint; exponent: number }

const maximumDigits = 38
const maximumMagnitude = 125
const minimumMagnitude = -130
const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/

/**
 * @param text  As a client sends it.
 * @throws ValidationException if it is no number or out of range.
 */
export function parseNumber(text: string): NumberValue {
  // Most numbers are short integers.
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return Number(text)
  return fromParts(partsOfText(text))
}

/** @throws ValidationException if the magnitude is out of range. */
export function fromDouble(value: number): NumberValue {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value
  return fromParts(partsOfText(String(value)))
}

function partsOfText(text: string): Parts {
  const [, sign, whole = '', fraction = '', exponent = '0'] = pattern.exec(text) ?? []
  if (whole + fraction === '') {
    throw validationError(`The parameter cannot be converted to a numeric value: ${text}`)
  }
  return normalized(
    BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`),
    Number(exponent) - fraction.length,
  )
}

function normalized(coefficient: bigint, exponent: number): Parts {
  if (coefficient === 0n) return { coefficient, exponent: 0 }
  const text = String(coefficient)
  const zeros = text.length - text.replace(/0+$/, '').length
  return { coefficient: coefficient / 10n ** BigInt(zeros), exponent: exponent + zeros }
}

function digitsOf({ coefficient }: Parts): string {
  return String(coefficient < 0n ? -coefficient : coefficient)
}

/** The power of ten of the first digit. */
function magnitudeOf(parts: Parts): number {
  return digitsOf(parts).length - 1 + parts.exponent
}

function fromParts(parts: Parts): NumberValue {
  if (parts.coefficient === 0n) return 0
  if (magnitudeOf(parts) > maximumMagnitude) {
    throw validationError(
      'Number overflow. Attempting to store a number with magnitude larger than supported range',
    )
  }
  if (magnitudeOf(parts) < minimumMagnitude) {
    throw validationError(
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    )
  }
  if (digitsOf(parts).length > maximumDigits) {
    throw validationError('Attempting to store more than 38 significant digits in a Number')
  }
  const text = plainText(parts)
  const double = Number(text)
  const isExact = Math.abs(double) <= Number.MAX_SAFE_INTEGER && samePartsAs(double, parts)
  return isExact ? double : new Decimal(text)
}

function samePartsAs(double: number, { coefficient, exponent }: Parts): boolean {
  const found = partsOfText(String(double))
  return found.coefficient === coefficient && found.exponent === exponent
}

/** Without an exponent: `0.0000001`, not `1e-7`. */
function plainText(parts: Parts): string {
  const digits = digitsOf(parts)
  const sign = parts.coefficient < 0n ? '-' : ''
  if (parts.exponent >= 0) return sign + digits + '0'.repeat(parts.exponent)
  const point = digits.length + parts.exponent
  if (point > 0) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
  return `${sign}0.${'0'.repeat(-point)}${digits}`
}

function partsOf(value: NumberValue): Parts {
  return partsOfText(value instanceof Decimal ? value.text : String(value))
}

/** The text in which DynamoDB returns the number. */
export function canonicalNumber(value: NumberValue): string {
  if (value instanceof Decimal) return value.text
  return Number.isSafeInteger(value) ? String(value) : plainText(partsOf(value))
}

export function compareNumbers(left: NumberValue, right: NumberValue): number {
  // The shortest texts of two doubles are ordered as the doubles are.
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [a, b] = aligned(partsOf(left), partsOf(right))
  return a < b ? -1 : a > b ? 1 : 0
}

/** @throws ValidationException if the result needs more than 38 digits or is out of range. */
export function addNumbers(left: NumberValue, right: NumberValue): NumberValue {
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) {
    const sum = (left as number) + (right as number)
    if (Number.isSafeInteger(sum)) return sum
  }
  const [a, b, exponent] = aligned(partsOf(left), partsOf(right))
  return fromParts(normalized(a + b, exponent))
}

/** Both coefficients for the smaller of the two exponents. */
function aligned(left: Parts, right: Parts): [bigint, bigint, number] {
  const exponent = Math.min(left.exponent, right.exponent)
  const scaled = (parts: Parts) => parts.coefficient * 10n ** BigInt(parts.exponent - exponent)
  return [scaled(left), scaled(right), exponent]
}

/**
 * About 1 byte for two significant digits and 1 byte more, another for a sign ("DynamoDB item sizes and formats"). Digits
 * are counted in pairs from the decimal point, as the service stores them.
 */
export function numberSize(value: NumberValue): number {
  if (value === 0) return 1
  const parts = partsOf(value)
  const odd = Math.abs(parts.exponent) % 2
  const sign = parts.coefficient < 0n ? 1 : 0
  return 1 + sign + Math.ceil((digitsOf(parts).length + odd) / 2)
}

/** Bytes that are ordered as numbers are. A shorter row of digits is the smaller one, since none ends in zeros. */
export function encodeNumber(value: NumberValue): Uint8Array {
  const parts = partsOf(value)
  if (parts.coefficient === 0n) return Uint8Array.of(0x80)
  const biased = magnitudeOf(parts) + 0x4000
  const bytes = [0xc0, biased >> 8, biased & 0xff, ...Buffer.from(digitsOf(parts))]
  if (parts.coefficient > 0n) return Uint8Array.from(bytes)
  return Uint8Array.from([...bytes.map((byte) => 0xff - byte), 0xff])
}
