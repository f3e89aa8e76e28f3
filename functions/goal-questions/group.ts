import { goalQuestionsOperations } from '@cairn/contract/operations/goal-questions'
import { answerQuestion } from '@cairn/domain/goals/work/questions/answer-question'
import { askQuestion } from '@cairn/domain/goals/work/questions/ask-question'
import { getQuestion } from '@cairn/domain/goals/work/questions/get-question'
import { listGoalQuestions } from '@cairn/domain/goals/work/questions/list-goal-questions'
import { listQuestions } from '@cairn/domain/goals/work/questions/list-questions'
import { requestReport } from '@cairn/domain/goals/work/questions/request-report'
import { withdrawQuestion } from '@cairn/domain/goals/work/questions/withdraw-question'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, goalQuestionsOperations, {
    listQuestions,
    listGoalQuestions,
    askQuestion,
    getQuestion,
    answerQuestion,
    withdrawQuestion,
    requestReport,
  })
