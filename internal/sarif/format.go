package sarif

import "github.com/healthlint/healthlint/internal/inventory"

// The types below are objects of SARIF 2.1.0 by their names there.

type sarifLog struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool               tool                        `json:"tool"`
	Invocations        []invocation                `json:"invocations"`
	OriginalURIBaseIDs map[string]artifactLocation `json:"originalUriBaseIds"`
	ColumnKind         string                      `json:"columnKind"`
	Results            []result                    `json:"results"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name            string       `json:"name"`
	Version         string       `json:"version,omitempty"`
	SemanticVersion string       `json:"semanticVersion,omitempty"`
	InformationURI  string       `json:"informationUri"`
	Rules           []descriptor `json:"rules"`
	Notifications   []descriptor `json:"notifications"`
}

// descriptor is a reportingDescriptor: a rule, or a kind of notification.
type descriptor struct {
	ID                   string           `json:"id"`
	Name                 string           `json:"name,omitempty"`
	ShortDescription     *text            `json:"shortDescription,omitempty"`
	FullDescription      *text            `json:"fullDescription,omitempty"`
	Help                 *text            `json:"help,omitempty"`
	HelpURI              string           `json:"helpUri,omitempty"`
	DefaultConfiguration *configuration   `json:"defaultConfiguration,omitempty"`
	Properties           *descriptorHints `json:"properties,omitempty"`
}

type configuration struct {
	Level string `json:"level"`
}

// descriptorHints are properties that GitHub reads.
type descriptorHints struct {
	Tags            []string `json:"tags"`
	Precision       string   `json:"precision"`
	ProblemSeverity string   `json:"problem.severity"`
}

// text is a message or a multiformatMessageString.
type text struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type invocation struct {
	ExecutionSuccessful bool           `json:"executionSuccessful"`
	Notifications       []notification `json:"toolExecutionNotifications"`
}

type notification struct {
	Descriptor reference  `json:"descriptor"`
	Level      string     `json:"level"`
	Message    text       `json:"message"`
	Locations  []location `json:"locations,omitempty"`
}

type reference struct {
	ID    string `json:"id"`
	Index int    `json:"index"`
}

type result struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             text              `json:"message"`
	Locations           []location        `json:"locations"`
	CodeFlows           []codeFlow        `json:"codeFlows,omitempty"`
	RelatedLocations    []location        `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Suppressions        []suppression     `json:"suppressions,omitempty"`
	Properties          *properties       `json:"properties,omitempty"`
}

type suppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}

type properties struct {
	Cost *inventory.Cost `json:"cost"`
}

type codeFlow struct {
	ThreadFlows []threadFlow `json:"threadFlows"`
}

type threadFlow struct {
	Locations []flowLocation `json:"locations"`
}

type flowLocation struct {
	Location location `json:"location"`
}

type location struct {
	ID       int               `json:"id,omitempty"`
	Physical *physicalLocation `json:"physicalLocation,omitempty"`
	Logical  []logicalLocation `json:"logicalLocations,omitempty"`
	Message  *text             `json:"message,omitempty"`
}

type logicalLocation struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type physicalLocation struct {
	Artifact artifactLocation `json:"artifactLocation"`
	Region   *region          `json:"region,omitempty"`
}

type artifactLocation struct {
	URI         string `json:"uri,omitempty"`
	URIBaseID   string `json:"uriBaseId,omitempty"`
	Description *text  `json:"description,omitempty"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}
