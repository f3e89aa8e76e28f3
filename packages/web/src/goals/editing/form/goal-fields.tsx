import type { EditableFieldName } from '@cairn/contract/goals/fields'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import type { ReactNode } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import type { Problems } from '../../../data/api/failures/problems.ts'
import { MarkdownField } from '../../../presentation/markdown/markdown-field.tsx'
import { SelectField, TextField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { fieldNames } from '../../data/display-names.ts'
import { usePeople } from '../../data/people.ts'
import { BudgetFields } from './budget-fields.tsx'
import { CriteriaFields } from './criteria-fields.tsx'
import type { GoalValues } from './goal-values.ts'
import { LabelPicker } from './label-picker.tsx'
import { MeasureFields } from './measure-fields.tsx'
import { BlockersField, ParentField } from './relation-fields.tsx'
import { ReviewerField, VerificationField } from './review-fields.tsx'
import { texts } from './texts.ts'
import { CadenceField, TimeframeFields } from './timeframe-fields.tsx'

const maximumLength = 72

/**
 * Suggests a title while the description is typed: its first sentence without Markdown syntax, cut at a word. The form
 * shows and sends it, so that the title is what the person saw.
 */
export function suggestTitle(description: string): string {
  const firstLine = description.trim().split('\n', 1)[0] ?? ''
  const plain = firstLine
    .replace(/^(?:#{1,6}|>|[-+*]|\d+[.)])\s+/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const sentence = (/^.*?[.!?](?=\s|$)/u.exec(plain)?.[0] ?? plain).replace(/\.$/, '')
  const characters = [...sentence]
  if (characters.length <= maximumLength) return sentence
  const cut = characters.slice(0, maximumLength - 1).join('')
  const wordEnd = cut.lastIndexOf(' ')
  return `${wordEnd > 0 ? cut.slice(0, wordEnd) : cut}…`
}

type GoalFieldsProps = {
  values: GoalValues
  onChange: (values: GoalValues) => void
  problems: Problems
  /** Only stored goals can be without a timeframe. */
  mayBeUnspecified?: boolean
  haveVerdicts?: boolean
  /** The stored goal that is edited. */
  goal?: Goal
}

type FieldProps = Required<Omit<GoalFieldsProps, 'onChange' | 'goal'>> & {
  goal: Goal | undefined
  set: (changed: Partial<GoalValues>) => void
}

/** In the order of the form. The description comes first because the title follows from it. */
const inputs: { readonly [Name in EditableFieldName]: (props: FieldProps) => ReactNode } = {
  detailedDescription: ({ values, set, problems }) => (
    <MarkdownField
      label={texts.description.label}
      value={values.detailedDescription}
      onChange={(detailedDescription) =>
        set({
          detailedDescription,
          ...(!values.hasOwnTitle && { title: suggestTitle(detailedDescription) }),
        })
      }
      problem={problems.detailedDescription}
      shortcut="d"
      hint={texts.description.hint}
    />
  ),
  title: ({ values, set, problems }) => (
    <TextField
      label={texts.title.label}
      optional={!values.hasOwnTitle}
      hint={values.hasOwnTitle ? undefined : texts.title.hint}
      value={values.title}
      onChange={(event) => set({ title: event.target.value, hasOwnTitle: event.target.value !== '' })}
      problem={problems.title}
      autoComplete="off"
    />
  ),
  timeframe: ({ values, set, problems, mayBeUnspecified }) => (
    <TimeframeFields
      timeframe={values.timeframe}
      targetDate={values.targetDate}
      onChange={set}
      problem={problems['timeframe.targetDate'] ?? problems.timeframe}
      mayBeUnspecified={mayBeUnspecified}
    />
  ),
  ownerUserId: ({ values, set, problems }) => (
    <OwnerField
      ownerUserId={values.ownerUserId}
      onChange={(ownerUserId) => set({ ownerUserId })}
      problem={problems.ownerUserId}
    />
  ),
  reviewerUserId: ({ values, set, problems, goal }) => (
    <ReviewerField
      goal={goal}
      ownerUserId={values.ownerUserId}
      reviewerUserId={values.reviewerUserId}
      onChange={(reviewerUserId) => set({ reviewerUserId })}
      problem={problems.reviewerUserId}
    />
  ),
  labelIds: ({ values, set, problems }) => (
    <LabelPicker
      labelIds={values.labelIds}
      onChange={(labelIds) => set({ labelIds })}
      problem={problems.labelIds}
    />
  ),
  criteria: ({ values, set, problems, haveVerdicts, goal }) => (
    <CriteriaFields
      goal={goal}
      criteria={values.criteria}
      onChange={(criteria) => set({ criteria })}
      problems={problems}
      haveVerdicts={haveVerdicts}
    />
  ),
  verification: ({ values, set, goal }) => (
    <VerificationField
      goal={goal}
      verification={values.verification}
      onChange={(verification) => set({ verification })}
    />
  ),
  measures: ({ values, set, problems }) => (
    <MeasureFields
      measures={values.measures}
      onChange={(measures) => set({ measures })}
      problems={problems}
    />
  ),
  cadence: ({ values, set, problems }) => (
    <CadenceField
      everyDays={values.everyDays}
      onChange={(everyDays) => set({ everyDays })}
      problem={problems['cadence.everyDays'] ?? problems.cadence}
    />
  ),
  parentGoalId: ({ values, set, problems, goal }) => (
    <ParentField
      goal={goal}
      parentGoalId={values.parentGoalId}
      onChange={(parentGoalId) => set({ parentGoalId })}
      problem={problems.parentGoalId}
    />
  ),
  blockedByGoalIds: ({ values, set, problems, goal }) => (
    <BlockersField
      goal={goal}
      blockedByGoalIds={values.blockedByGoalIds}
      onChange={(blockedByGoalIds) => set({ blockedByGoalIds })}
      problem={problems.blockedByGoalIds}
    />
  ),
  rollupWeight: ({ values, set, problems }) => (
    <NumberField
      label={fieldNames.rollupWeight}
      hint={texts.simple.rollupWeight.hint}
      value={values.rollupWeight}
      onChange={(event) => set({ rollupWeight: event.target.value })}
      problem={problems.rollupWeight}
      min={0}
      max={1_000}
      // Four digits, with a hint of two lines.
      className="max-w-lg [&_input]:w-28"
    />
  ),
  budget: ({ values, set, problems }) => <BudgetFields values={values} onChange={set} problems={problems} />,
}

/** The fields of a goal, for publishing and editing. */
export function GoalFields({
  onChange,
  mayBeUnspecified = false,
  haveVerdicts = false,
  goal,
  ...props
}: GoalFieldsProps) {
  const set = (changed: Partial<GoalValues>) => onChange({ ...props.values, ...changed })
  return (
    <div className="space-y-7">
      {Object.entries(inputs).map(([name, Input]) => (
        <Input
          key={name}
          {...props}
          set={set}
          mayBeUnspecified={mayBeUnspecified}
          haveVerdicts={haveVerdicts}
          goal={goal}
        />
      ))}
    </div>
  )
}

type OwnerFieldProps = {
  ownerUserId: string | null
  onChange: (ownerUserId: string | null) => void
  problem: string | undefined
}

/** Only admins can choose an owner. Members always own the goals that they publish. */
function OwnerField({ ownerUserId, onChange, problem }: OwnerFieldProps) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const { members = [], nameOf } = usePeople()
  if (!canAdminister) return null
  const isListed = ownerUserId === null || members.some(({ userId }) => userId === ownerUserId)
  return (
    <SelectField
      label={texts.owner.label}
      value={ownerUserId ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      problem={problem}
      className="max-w-sm"
    >
      <option value="">{texts.owner.none}</option>
      {!isListed && ownerUserId !== null && <option value={ownerUserId}>{nameOf(ownerUserId)}</option>}
      {members.map(({ userId, displayName }) => (
        <option key={userId} value={userId}>
          {userId === user.id ? texts.owner.you(displayName) : displayName}
        </option>
      ))}
    </SelectField>
  )
}
