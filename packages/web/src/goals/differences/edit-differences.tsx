import type { EditedFields } from '@cairn/contract/schemas/goal-history'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fill } from '../../language/fill.tsx'
import { useActiveOrganization } from '../../session/session.ts'
import { formatValue } from '../../time/format.ts'
import { describeCadence, describeTimeframe, fieldNames } from '../display-names.ts'
import { usePeople } from '../people.ts'
import { labelsQuery } from '../queries.ts'
import { type RowDifferences, rowDifferences } from './row-differences.ts'
import { TextDifference } from './text-difference.tsx'
import { texts } from './texts.ts'

/** What an edit changed, in words, field by field. */
export function EditDifferences({ fields }: { fields: EditedFields }) {
  const { nameOf } = usePeople()
  const { title, detailedDescription, timeframe, ownerUserId, labelIds, criteria, measures, cadence } = fields
  return (
    <dl className="space-y-2.5 text-[0.9375rem]">
      {title && (
        <Changed name={fieldNames.title}>
          <FromTo {...title} />
        </Changed>
      )}
      {detailedDescription && (
        <Changed name={fieldNames.detailedDescription}>
          <TextDifference {...detailedDescription} />
        </Changed>
      )}
      {timeframe && (
        <Changed name={fieldNames.timeframe}>
          <FromTo
            from={describeTimeframe({ timeframe: timeframe.from })}
            to={describeTimeframe({ timeframe: timeframe.to })}
          />
        </Changed>
      )}
      {ownerUserId && (
        <Changed name={fieldNames.ownerUserId}>
          <FromTo from={nameOf(ownerUserId.from)} to={nameOf(ownerUserId.to)} />
        </Changed>
      )}
      {cadence && (
        <Changed name={fieldNames.cadence}>
          <FromTo from={describeCadence(cadence.from)} to={describeCadence(cadence.to)} />
        </Changed>
      )}
      {labelIds && (
        <Changed name={fieldNames.labelIds}>
          <LabelDifferences {...labelIds} />
        </Changed>
      )}
      {criteria && (
        <Changed name={fieldNames.criteria}>
          <Rows
            differences={rowDifferences(criteria.from, criteria.to)}
            describe={({ from, to }) => (
              <>
                {from.title === to.title ? (
                  texts.quoted(to.title)
                ) : (
                  <FromTo from={from.title} to={to.title} />
                )}
                {from.description !== to.description && (
                  <TextDifference from={from.description} to={to.description} />
                )}
              </>
            )}
          />
        </Changed>
      )}
      {measures && (
        <Changed name={fieldNames.measures}>
          <Rows
            differences={rowDifferences(measures.from, measures.to)}
            describe={({ from, to }) => (
              <>
                {from.title === to.title ? (
                  texts.quoted(to.title)
                ) : (
                  <FromTo from={from.title} to={to.title} />
                )}
                {from.unit !== to.unit && (
                  <Detail name="unit" from={from.unit ?? texts.noUnit} to={to.unit ?? texts.noUnit} />
                )}
                {from.start !== to.start && (
                  <Detail
                    name="start"
                    from={formatValue(from.start, from.unit)}
                    to={formatValue(to.start, to.unit)}
                  />
                )}
                {from.target !== to.target && (
                  <Detail
                    name="target"
                    from={formatValue(from.target, from.unit)}
                    to={formatValue(to.target, to.unit)}
                  />
                )}
              </>
            )}
          />
        </Changed>
      )}
    </dl>
  )
}

function Changed({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className="mt-0.5 text-ink-soft">{children}</dd>
    </div>
  )
}

function FromTo({ from, to }: { from: string; to: string }) {
  return (
    <span>
      <del className="text-ink-faint">{from}</del> <span aria-hidden="true">→</span>
      <span className="sr-only">{texts.changedTo}</span>{' '}
      <ins className="font-medium text-ink no-underline">{to}</ins>
    </span>
  )
}

type DetailProps = { name: keyof typeof texts.details; from: string; to: string }

function Detail({ name, from, to }: DetailProps) {
  return <span>{fill(texts.details[name], { change: <FromTo from={from} to={to} /> })}</span>
}

type RowsProps<Row> = {
  differences: RowDifferences<Row>
  describe: (change: { from: Row; to: Row }) => ReactNode
}

function Rows<Row extends { id: string; title: string }>({ differences, describe }: RowsProps<Row>) {
  const { added, removed, changed, isReordered } = differences
  return (
    <ul className="space-y-1">
      {changed.map((change) => (
        <li key={change.to.id}>{fill(texts.changed, { row: describe(change) })}</li>
      ))}
      {added.map(({ id, title }) => (
        <li key={id}>
          {fill(texts.added, { row: <ins className="font-medium text-ink no-underline">{title}</ins> })}
        </li>
      ))}
      {removed.map(({ id, title }) => (
        <li key={id}>{fill(texts.removed, { row: <del>{title}</del> })}</li>
      ))}
      {isReordered && <li>{texts.reordered}</li>}
    </ul>
  )
}

function LabelDifferences({ from, to }: { from: string[]; to: string[] }) {
  const organization = useActiveOrganization()
  const { data: labels } = useQuery(labelsQuery(organization.id))
  const rowsOf = (ids: string[]) =>
    ids.map((id) => ({
      id,
      title: labels ? (labels.find((label) => label.id === id)?.name ?? texts.deletedLabel) : '…',
    }))
  const differences = rowDifferences(rowsOf(from), rowsOf(to))
  return <Rows differences={{ ...differences, isReordered: false }} describe={() => null} />
}
