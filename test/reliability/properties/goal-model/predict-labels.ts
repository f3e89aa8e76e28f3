import { isDeepStrictEqual } from 'node:util'
import { bodyOf, type LabelRequest } from './requests.ts'
import { type LabelView, labelView, type Prediction, type State, sameName, withLabel } from './state.ts'

/** Predicts the response to a request about labels, from the contract. */
export function predictLabel(state: State, request: LabelRequest): Prediction {
  const isTaken = (name: string, by?: string) =>
    [...state.labels].some(([id, label]) => id !== by && sameName(label.name, name))

  if (request.id === 'createGoalLabel') {
    const { name, color = null, description = null } = request.body
    if (isTaken(name)) return { outcome: '409 goal_label_exists' }
    return {
      outcome: 'ok',
      accept: (response) => {
        const { label } = bodyOf<'createGoalLabel'>(request, response)
        const created: LabelView = { name, color, description }
        if (state.labels.has(label.id) || !isDeepStrictEqual(labelView(label), created)) return undefined
        return withLabel(state, label.id, created)
      },
    }
  }

  const { labelId } = request.params
  const label = state.labels.get(labelId)
  if (!label) return { outcome: '404 goal_label_not_found' }
  switch (request.id) {
    case 'getGoalLabel':
      return {
        outcome: 'ok',
        accept: (response) =>
          isDeepStrictEqual(labelView(bodyOf<'getGoalLabel'>(request, response).label), label)
            ? state
            : undefined,
      }
    case 'updateGoalLabel': {
      const { name = label.name, color = label.color, description = label.description } = request.body
      if (isTaken(name, labelId)) return { outcome: '409 goal_label_exists' }
      const changed: LabelView = { name, color, description }
      return {
        outcome: 'ok',
        accept: (response) =>
          isDeepStrictEqual(labelView(bodyOf<'updateGoalLabel'>(request, response).label), changed)
            ? withLabel(state, labelId, changed)
            : undefined,
      }
    }
    case 'deleteGoalLabel': {
      const isUsed = [...state.goals.values()].some(({ labelIds }) => labelIds.includes(labelId))
      if (isUsed) return { outcome: '409 goal_label_in_use' }
      return { outcome: 'ok', accept: () => withLabel(state, labelId, undefined) }
    }
  }
}
