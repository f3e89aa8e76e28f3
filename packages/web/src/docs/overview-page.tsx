import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { TextField } from '../ui/fields/field.tsx'
import { textLinkClass } from '../ui/front-page.tsx'
import { Page, SectionTitle } from '../ui/page.tsx'
import { guideNames } from './guides/guide-names.ts'
import { type LocatedOperation, openApiQuery, operationsOf } from './openapi.ts'
import { operationName } from './operation-name.ts'
import { Method } from './parts.tsx'
import { ProseText } from './prose-text.tsx'

/** Whether all words occur in what an operation is called and where it is. */
function matches({ operationId, summary, method, path }: LocatedOperation, text: string): boolean {
  const searched = `${operationName(operationId)} ${operationId} ${summary} ${method} ${path}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

/** The first page of the reference: how the API works, and all operations. */
export function DocsOverviewPage() {
  const { data: document } = useSuspenseQuery(openApiQuery)
  const [text, setText] = useState('')
  const searched = useDeferredValue(text)
  const found = operationsOf(document).filter((operation) => matches(operation, searched))
  const [intro = '', ...sections] = document.info.description.split('\n\n## ')
  return (
    <Page title="API reference" intro={intro}>
      <nav aria-label="Guides">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {guideNames.map(([guide, name]) => (
            <li key={guide}>
              <Link to="/docs/guides/$guide" params={{ guide }} className={textLinkClass}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <a href="#how-it-works" className={textLinkClass}>
              How the API works
            </a>
          </li>
          <li>
            <a href="/openapi.json" className={textLinkClass}>
              openapi.json
            </a>
          </li>
        </ul>
      </nav>
      <div className="max-w-md">
        <TextField
          label="Find an operation"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p role="status" className="sr-only">
          {searched && `${found.length} operations found.`}
        </p>
      </div>
      {found.length === 0 && <p className="text-ink-soft">No operation has all these words.</p>}
      {document.tags.map(({ name, description }) => (
        <Group
          key={name}
          name={name}
          description={description}
          operations={found.filter(({ tags }) => tags.includes(name))}
        />
      ))}
      {!searched && (
        <div id="how-it-works" className="space-y-8">
          {sections.map((section) => {
            const end = section.indexOf('\n')
            return (
              <section key={section} className="space-y-3">
                <SectionTitle>{section.slice(0, end)}</SectionTitle>
                <ProseText text={section.slice(end).trim()} />
              </section>
            )
          })}
        </div>
      )}
    </Page>
  )
}

type GroupProps = { name: string; description: string; operations: LocatedOperation[] }

function Group({ name, description, operations }: GroupProps) {
  if (operations.length === 0) return null
  const id = `group-${name}`
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div>
        <SectionTitle id={id}>{operationName(name.replaceAll('-', ' '))}</SectionTitle>
        <p className="text-ink-soft">{description}</p>
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
        {operations.map(({ operationId, method, path, summary }) => (
          <li key={operationId}>
            <Link
              to="/docs/$operationId"
              params={{ operationId }}
              className="block space-y-0.5 px-4 py-3 hover:bg-sunken"
            >
              <span className="block font-medium">{operationName(operationId)}</span>
              <span className="block text-sm wrap-anywhere">
                <Method method={method} /> <code>{path}</code>
              </span>
              <span className="block text-sm text-ink-soft">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
