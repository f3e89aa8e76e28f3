import type { Entity, RecordOf } from './declaration.ts'
import type { Item } from './item.ts'

declare const valueOfOperand: unique symbol

/** An attribute in a condition. */
export type Operand<T> = { readonly name: string; readonly field: string; readonly [valueOfOperand]?: T }

/** A condition on one attribute, as part of an expression. */
export type Operators = {
  eq<T>(operand: Operand<T>, value: NoInfer<T>): string
  gt<T>(operand: Operand<T>, value: NoInfer<T>): string
  lte<T>(operand: Operand<T>, value: NoInfer<T>): string
  notExists(operand: Operand<unknown>): string
}

/** Builds a condition on a stored record: operators joined by `AND` and `OR`. */
export type Where<E extends Entity> = (
  attributes: { readonly [N in keyof RecordOf<E>]-?: Operand<NonNullable<RecordOf<E>[N]>> },
  operators: Operators,
) => string

/** The names and values that the expressions of one call refer to. */
export class ExpressionParameters {
  readonly names: Record<string, string> = {}
  readonly values: Record<string, unknown> = {}
  private valueCount = 0

  name(name: string, field = name): string {
    this.names[`#${name}`] = field
    return `#${name}`
  }

  value(value: unknown): string {
    const placeholder = `:${this.valueCount++}`
    this.values[placeholder] = value
    return placeholder
  }

  condition<E extends Entity>({ fields }: E, where: Where<E>): string {
    const nameOf = ({ name, field }: Operand<unknown>) => this.name(name, field)
    const operands = Object.fromEntries(fields.map((attribute) => [attribute.name, attribute]))
    return where(operands as Parameters<Where<E>>[0], {
      eq: (operand, value) => `${nameOf(operand)} = ${this.value(value)}`,
      gt: (operand, value) => `${nameOf(operand)} > ${this.value(value)}`,
      lte: (operand, value) => `${nameOf(operand)} <= ${this.value(value)}`,
      notExists: (operand) => `attribute_not_exists(${nameOf(operand)})`,
    })
  }

  /** Both for the call. DynamoDB refuses empty ones. */
  toInput(): { ExpressionAttributeNames?: Record<string, string>; ExpressionAttributeValues?: Item } {
    return {
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    }
  }
}
