module gorm.io/driver/postgres

go 1.20

require gorm.io/gorm v1.25.0
