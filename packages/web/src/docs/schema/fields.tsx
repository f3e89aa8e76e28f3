import { type ReactNode, useState } from 'react'
import { type ApiDocument, resolve, type Schema } from '../openapi.ts'
import { InlineText } from '../prose-text.tsx'
import { alternativesOf, limitWords, typeWords, valuesOf } from './schema-words.ts'

type FieldRowProps = {
  name: string
  schema: Schema
  description: string | undefined
  isRequired: boolean
  children?: ReactNode
}

/** A field, parameter or header: its name, what it is, and its limits. */
export function FieldRow({ name, schema, description, isRequired, children }: FieldRowProps) {
  const values = valuesOf(schema)
  return (
    <li className="space-y-1 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <span className="text-sm text-ink-soft wrap-anywhere">
          {[typeWords(schema), ...limitWords(schema)].join(', ')}
        </span>
        {isRequired && <span className="text-sm font-medium text-accent">required</span>}
      </p>
      {description && (
        <p className="max-w-prose text-[0.9375rem] text-ink-soft wrap-anywhere">
          <InlineText text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p className="text-sm text-ink-soft wrap-anywhere">
          One of <InlineText text={values.map((value) => `\`${value}\``).join(', ')} />.
        </p>
      )}
      {children}
    </li>
  )
}

export function FieldList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>
}

type SchemaFieldsProps = { document: ApiDocument; schema: Schema }

/** The fields of a schema. Those within a field show when it is opened, so deep schemas stay readable. */
export function SchemaFields({ document, schema }: SchemaFieldsProps) {
  const resolved = resolve<Schema>(document, schema)
  const alternatives = alternativesOf(resolved)
  if (resolved.properties) {
    return (
      <FieldList>
        {Object.entries(resolved.properties).map(([name, field]) => (
          <FieldRow
            key={name}
            name={name}
            schema={field}
            description={field.description ?? resolve<Schema>(document, field).description}
            isRequired={resolved.required?.includes(name) ?? false}
          >
            <Inner document={document} name={name} schema={field} />
          </FieldRow>
        ))}
      </FieldList>
    )
  }
  if (resolved.items) return <SchemaFields document={document} schema={resolved.items} />
  return alternatives.map((alternative, index) => (
    <Alternative
      key={JSON.stringify(alternative)}
      document={document}
      schema={alternative}
      ordinal={index + 1}
      count={alternatives.length}
    />
  ))
}

type AlternativeProps = SchemaFieldsProps & { ordinal: number; count: number }

function Alternative({ document, schema, ordinal, count }: AlternativeProps) {
  if (count === 1) return <SchemaFields document={document} schema={schema} />
  return (
    <div className="pt-3">
      <p className="text-sm font-medium">
        {ordinal} of {count}: {nameOf(schema)}
      </p>
      <SchemaFields document={document} schema={schema} />
    </div>
  )
}

/** Returns the title of an alternative: its name, or its constant field. */
function nameOf(schema: Schema): string {
  const constant = Object.entries(schema.properties ?? {}).find(([, field]) => 'const' in field)
  return constant ? `${constant[0]} ${JSON.stringify(constant[1].const)}` : typeWords(schema)
}

/** Whether a schema has fields, itself or in its entries or alternatives. */
function hasFields(document: ApiDocument, schema: Schema): boolean {
  const resolved = resolve<Schema>(document, schema)
  if (resolved.properties) return true
  if (resolved.items) return hasFields(document, resolved.items)
  return alternativesOf(resolved).some((alternative) => hasFields(document, alternative))
}

function Inner({ document, name, schema }: SchemaFieldsProps & { name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!hasFields(document, schema)) return null
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded py-1 text-sm font-medium text-accent">
        Fields of <code>{name}</code>
      </summary>
      {isOpen && (
        <div className="border-l-2 border-line pl-3 sm:pl-4">
          <SchemaFields document={document} schema={schema} />
        </div>
      )}
    </details>
  )
}
