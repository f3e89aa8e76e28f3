import { type EditableFieldName, editableFieldNames } from '@cairn/contract/goals/fields'
import type { EditedFields } from '@cairn/contract/schemas/goals/goal-history'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { fill } from '../../../language/fill.tsx'
import { formatNumber, formatValue } from '../../../presentation/time/format.ts'
import {
  describeBudget,
  describeCadence,
  describeTimeframe,
  fieldNames,
  verificationNames,
} from '../../data/display-names.ts'
import { useGoalTitles } from '../../data/goal-titles.ts'
import { usePeople } from '../../data/people.ts'
import { labelsQuery } from '../../data/queries.ts'
import { type RowDifferences, rowDifferences } from './row-differences.ts'
import { TextDifference } from './text-difference.tsx'
import { texts } from './texts.ts'

type Change<Name extends EditableFieldName> = NonNullable<EditedFields[Name]>

/** How fields are compared that are more than a word or a number. */
const differences: { readonly [Name in EditableFieldName]?: ComponentType<Change<Name>> } = {
  detailedDescription: TextDifference,
  timeframe: ({ from, to }) => (
    <FromTo from={describeTimeframe({ timeframe: from })} to={describeTimeframe({ timeframe: to })} />
  ),
  ownerUserId: OwnerDifference,
  reviewerUserId: ReviewerDifference,
  verification: ({ from, to }) => <FromTo from={verificationNames[from]} to={verificationNames[to]} />,
  labelIds: LabelDifferences,
  criteria: CriteriaDifferences,
  measures: MeasureDifferences,
  parentGoalId: ParentDifference,
  blockedByGoalIds: BlockerDifferences,
  budget: ({ from, to }) => <FromTo from={describeBudget(from)} to={describeBudget(to)} />,
  cadence: ({ from, to }) => <FromTo from={describeCadence(from)} to={describeCadence(to)} />,
}

/** Shows in words what an edit changed, field by field. */
export function EditDifferences({ fields }: { fields: EditedFields }) {
  return (
    <dl className="space-y-2.5 text-[0.9375rem]">
      {editableFieldNames.map((name) => {
        const change = fields[name]
        return (
          change && (
            <Changed key={name} name={fieldNames[name]}>
              <Difference name={name} {...change} />
            </Changed>
          )
        )
      })}
    </dl>
  )
}

function Difference({ name, from, to }: { name: EditableFieldName; from: unknown; to: unknown }) {
  const Special = differences[name] as ComponentType<{ from: unknown; to: unknown }> | undefined
  return Special ? <Special from={from} to={to} /> : <FromTo from={plainText(from)} to={plainText(to)} />
}

const plainText = (value: unknown) => (typeof value === 'number' ? formatNumber(value) : String(value))

function OwnerDifference({ from, to }: Change<'ownerUserId'>) {
  const { nameOf } = usePeople()
  return <FromTo from={nameOf(from)} to={nameOf(to)} />
}

function ReviewerDifference({ from, to }: Change<'reviewerUserId'>) {
  const { nameOf } = usePeople()
  const shown = (userId: string | null) => (userId === null ? texts.noReviewer : nameOf(userId))
  return <FromTo from={shown(from)} to={shown(to)} />
}

function ParentDifference({ from, to }: Change<'parentGoalId'>) {
  const titleOf = useGoalTitles([from, to].filter((id) => id !== null))
  const nameOf = (id: string | null) => (id === null ? texts.noParent : titleOf(id))
  return <FromTo from={nameOf(from)} to={nameOf(to)} />
}

function BlockerDifferences({ from, to }: Change<'blockedByGoalIds'>) {
  const titleOf = useGoalTitles([...new Set([...from, ...to])])
  const rowsOf = (ids: string[]) => ids.map((id) => ({ id, title: titleOf(id) }))
  const differences = rowDifferences(rowsOf(from), rowsOf(to))
  return <Rows differences={{ ...differences, isReordered: false }} describe={() => null} />
}

function CriteriaDifferences({ from, to }: Change<'criteria'>) {
  return (
    <Rows
      differences={rowDifferences(from, to)}
      describe={({ from, to }) => (
        <>
          {from.title === to.title ? texts.quoted(to.title) : <FromTo from={from.title} to={to.title} />}
          {from.description !== to.description && (
            <TextDifference from={from.description} to={to.description} />
          )}
        </>
      )}
    />
  )
}

function MeasureDifferences({ from, to }: Change<'measures'>) {
  return (
    <Rows
      differences={rowDifferences(from, to)}
      describe={({ from, to }) => (
        <>
          {from.title === to.title ? texts.quoted(to.title) : <FromTo from={from.title} to={to.title} />}
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

function LabelDifferences({ from, to }: Change<'labelIds'>) {
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
