// Questions to the server. All models run there.

/** start says which models and inputs there are. */
export async function start() {
  const response = await fetch("api/start");
  if (!response.ok) throw new Error("the server answered " + response.status);
  return response.json();
}

/** run computes two settings of a model. What is wrong with inputs is in the answer, not an exception. */
export async function run(model, thisValues, fixedValues) {
  const response = await fetch("api/run", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ model, this: thisValues, fixed: fixedValues }),
  });
  if (!response.ok && response.status !== 422) {
    const answer = await response.json().catch(() => ({}));
    throw new Error(answer.error || "the server answered " + response.status);
  }
  return response.json();
}
