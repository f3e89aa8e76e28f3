import type { GroupTexts } from './group-texts.ts'

export const goalCommentsTexts: GroupTexts<'goal-comments'> = {
  operations: {
    watchGoal:
      'Lets the caller watch a goal. Who watches a goal hears of reports and comments. Goals answer `watching` to a session.',
    unwatchGoal:
      'Lets the caller watch a goal no longer. The owner and the reviewer of a goal watch it, and so do those who comment or are mentioned, unless they have said no: then nothing but `PUT` makes them watch it again.',
  },
  fields: {},
  schemas: {},
}
