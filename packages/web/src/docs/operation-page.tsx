import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NotFound } from '../app/page-states.tsx'
import { CodeBlock } from '../ui/fields/code-block.tsx'
import { Card, Page, SectionTitle } from '../ui/page.tsx'
import { curlFor } from './curl.ts'
import {
  type ApiDocument,
  exampleOf,
  type Header,
  type LocatedOperation,
  openApiQuery,
  operationsOf,
  type Parameter,
  type Reference,
  type Response,
  resolve,
} from './openapi.ts'
import { operationName } from './operation-name.ts'
import { BackLink, Method } from './parts.tsx'
import { InlineText, ProseText } from './prose-text.tsx'
import { FieldList, FieldRow, SchemaFields } from './schema/fields.tsx'

/** An example of an error in the document: what its code means, and what to do. */
type ErrorExample = { summary: string; description: string }

type ErrorListProps = { document: ApiDocument; responses: Record<string, Response | Reference> }

/** Every error code of an operation. */
function ErrorList({ document, responses }: ErrorListProps) {
  const codes = Object.entries(responses)
    .filter(([status]) => status >= '400')
    .flatMap(([status, response]) => {
      const { content } = resolve<Response>(document, response)
      return Object.entries(content?.['application/json']?.examples ?? {}).map(([code, example]) => ({
        status,
        code,
        ...resolve<ErrorExample>(document, example),
      }))
    })
  return (
    <ul className="divide-y divide-line">
      {codes.map(({ status, code, summary, description }) => (
        <li key={code} className="space-y-1 py-3">
          <p className="wrap-anywhere">
            <span className="text-sm text-ink-soft">{status}</span>{' '}
            <code className="font-semibold">{code}</code>
          </p>
          <p className="max-w-prose text-[0.9375rem] text-ink-soft wrap-anywhere">
            <InlineText text={`${summary} ${description}`} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Everything about one operation. */
export function OperationPage() {
  const { operationId } = useParams({ from: '/docs/$operationId' })
  const { data: document } = useSuspenseQuery(openApiQuery)
  const operation = operationsOf(document).find((candidate) => candidate.operationId === operationId)
  if (!operation) return <NotFound />
  return <Operation key={operationId} document={document} operation={operation} />
}

type OperationProps = { document: ApiDocument; operation: LocatedOperation }

function Operation({ document, operation }: OperationProps) {
  const { operationId, method, path, summary, description, requestBody, responses } = operation
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const body = requestBody?.content['application/json']
  const [status = '', success] = Object.entries(responses).find(([code]) => code < '400') ?? []
  return (
    <>
      <BackLink />
      <Page title={operationName(operationId)} intro={summary}>
        <p className="rounded-lg bg-sunken px-3 py-2 wrap-anywhere">
          <Method method={method} /> <code>{path}</code>
        </p>
        <ProseText text={description} />
        {parameters.length > 0 && (
          <Part title="Parameters">
            <FieldList>
              {parameters.map((one) => (
                <FieldRow
                  key={one.name}
                  name={one.name}
                  schema={one.schema}
                  description={one.description}
                  isRequired={one.required ?? false}
                >
                  <p className="text-sm text-ink-soft">In the {placeNames[one.in]}.</p>
                </FieldRow>
              ))}
            </FieldList>
          </Part>
        )}
        {body && (
          <Part title="Request body">
            <SchemaFields document={document} schema={body.schema} />
          </Part>
        )}
        <CodeBlock
          label="With curl"
          code={curlFor(operation, parameters, body && exampleOf(document, body), window.location.origin)}
        />
        {success && (
          <Success document={document} status={status} response={resolve<Response>(document, success)} />
        )}
        <Part title="Errors">
          <ErrorList document={document} responses={responses} />
        </Part>
      </Page>
    </>
  )
}

const placeNames = { path: 'path', query: 'query', header: 'headers' }

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <SectionTitle>{title}</SectionTitle>
      <Card className="py-2! sm:py-3!">{children}</Card>
    </section>
  )
}

type SuccessProps = { document: ApiDocument; status: string; response: Response }

function Success({ document, status, response }: SuccessProps) {
  const { description, headers = {}, content } = response
  const media = content?.['application/json']
  return (
    <section className="space-y-3">
      <SectionTitle>Response {status}</SectionTitle>
      <ProseText text={description} />
      {media && (
        <Card className="py-2! sm:py-3!">
          <SchemaFields document={document} schema={media.schema} />
        </Card>
      )}
      {media && <CodeBlock label="Example" code={JSON.stringify(exampleOf(document, media), null, 2)} />}
      <details>
        <summary className="w-fit cursor-pointer rounded py-1 text-sm font-medium text-accent">
          Headers
        </summary>
        <Card className="mt-2 py-2! sm:py-3!">
          <FieldList>
            {Object.entries(headers).map(([name, one]) => {
              const header = resolve<Header>(document, one)
              return (
                <FieldRow
                  key={name}
                  name={name}
                  schema={header.schema}
                  description={header.description}
                  isRequired={false}
                />
              )
            })}
          </FieldList>
        </Card>
      </details>
    </section>
  )
}
