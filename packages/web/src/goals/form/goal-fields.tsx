import type { Problems } from '../../api/problems.ts'
import { MarkdownField } from '../../markdown/markdown-field.tsx'
import { useActiveOrganization, useSession } from '../../session/session.ts'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { usePeople } from '../people.ts'
import { CadenceField } from './cadence-field.tsx'
import { CriteriaFields } from './criteria-fields.tsx'
import type { GoalValues } from './goal-values.ts'
import { LabelPicker } from './label-picker.tsx'
import { MeasureFields } from './measure-fields.tsx'
import { suggestTitle } from './suggest-title.ts'
import { texts } from './texts.ts'
import { TimeframeFields } from './timeframe-fields.tsx'

type GoalFieldsProps = {
  values: GoalValues
  onChange: (values: GoalValues) => void
  problems: Problems
  /** Only stored goals can be without a timeframe. */
  mayBeUnspecified?: boolean
  haveVerdicts?: boolean
}

/** The fields of a goal, for publishing and editing. The description comes first because the title follows from it. */
export function GoalFields({
  values,
  onChange,
  problems,
  mayBeUnspecified = false,
  haveVerdicts = false,
}: GoalFieldsProps) {
  const set = (changed: Partial<GoalValues>) => onChange({ ...values, ...changed })
  return (
    <div className="space-y-7">
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
      <TextField
        label={texts.title.label}
        optional={!values.hasOwnTitle}
        hint={values.hasOwnTitle ? undefined : texts.title.hint}
        value={values.title}
        onChange={(event) => set({ title: event.target.value, hasOwnTitle: event.target.value !== '' })}
        problem={problems.title}
        autoComplete="off"
      />
      <TimeframeFields
        timeframe={values.timeframe}
        targetDate={values.targetDate}
        onChange={set}
        problem={problems['timeframe.targetDate'] ?? problems.timeframe}
        mayBeUnspecified={mayBeUnspecified}
      />
      <OwnerField
        ownerUserId={values.ownerUserId}
        onChange={(ownerUserId) => set({ ownerUserId })}
        problem={problems.ownerUserId}
      />
      <LabelPicker
        labelIds={values.labelIds}
        onChange={(labelIds) => set({ labelIds })}
        problem={problems.labelIds}
      />
      <CriteriaFields
        criteria={values.criteria}
        onChange={(criteria) => set({ criteria })}
        problems={problems}
        haveVerdicts={haveVerdicts}
      />
      <MeasureFields
        measures={values.measures}
        onChange={(measures) => set({ measures })}
        problems={problems}
      />
      <CadenceField
        everyDays={values.everyDays}
        onChange={(everyDays) => set({ everyDays })}
        problem={problems['cadence.everyDays'] ?? problems.cadence}
      />
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
