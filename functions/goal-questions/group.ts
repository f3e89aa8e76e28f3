import { goalQuestionsOperations } from '@cairn/contract/operations/goal-questions'
import { createGroupHandler, notOffered, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalQuestionsOperations, {
    listQuestions: notOffered,
    listGoalQuestions: notOffered,
    askQuestion: notOffered,
    getQuestion: notOffered,
    answerQuestion: notOffered,
    withdrawQuestion: notOffered,
  })
